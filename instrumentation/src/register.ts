import { register } from "./setup/register.ts";

register();
