import "./platform/styles/tokens.css";
import "./platform/styles/base.css";
import "./platform/styles/shell.css";
import "./platform/styles/parts.css";
import "./platform/styles/datapoints.css";
import "./platform/styles/dialog.css";
import "./platform/styles/issue.css";
import "./platform/styles/charts.css";
import "./platform/styles/pages.css";
import "./platform/styles/overlays.css";
import "./platform/styles/account.css";
import "./platform/styles/collect.css";
import "./platform/styles/offline.css";
import { firstQuestions } from "./app/first-questions.ts";
import { pages, placeAt } from "./app/pages.ts";
import { begin } from "./platform/api/begun.ts";
import { meQuery, projectsQuery } from "./platform/api/queries.ts";
import { dayAndHourText } from "./platform/ui/time/zone.ts";

/**
 * The first script of every page. It is small, so that what is needed to draw the page is on its way while the app
 * itself still is: who is here, the code of the page, and what that page asks first.
 */
const app = import("./app/app.tsx");
const place = placeAt(location.pathname.replace(/^\/p\/[^/]+/, ""));
if (place) void pages[place.path]();
const search = Object.fromEntries(new URLSearchParams(location.search));
const questions = place ? [meQuery, projectsQuery, ...firstQuestions(place, search)] : [meQuery];
const begun = questions.map(begin);
// The browser reads its time zones when the first time is written, for longer than all of the above: better while it waits.
dayAndHourText(0);
// Not awaited here: the app takes parts of this file, and would wait for its end.
void app.then(({ startApp }) => startApp(begun));
