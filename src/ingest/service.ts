export { fixOf } from "./rejected-request.ts";
export { contentAdviceFor, senderAdvice } from "./source-advice.ts";
