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
import { matchPage, pages } from "./app/pages.ts";
import { meQuery, projectsQuery } from "./platform/api/queries.ts";
import { begin } from "./platform/api/started-queries.ts";
import { dayAndHourText } from "./platform/ui/time/zone.ts";

/**
 * The first script of every page. It is small, so that the session, the page's code and the page's first
 * requests load while the app itself still does.
 */
const app = import("./app/app.tsx");
const route = matchPage(location.pathname.replace(/^\/p\/[^/]+/, ""));
if (route) void pages[route.path].load();
const search = Object.fromEntries(new URLSearchParams(location.search));
const questions = route ? [meQuery, projectsQuery, ...firstQuestions(route, search)] : [meQuery];
const startedRequests = questions.map(begin);
// The browser loads its time zones when it formats the first time, which is slow: do it while the requests
// are pending.
dayAndHourText(0);
// Not awaited: the app imports parts of this file, so awaiting it here would deadlock.
void app.then(({ startApp }) => startApp(startedRequests));
