import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/parts.css";
import "./styles/datapoints.css";
import "./styles/dialog.css";
import "./styles/issue.css";
import "./styles/charts.css";
import "./styles/pages.css";
import "./styles/overlays.css";
import "./styles/account.css";
import "./styles/collect.css";
import "./styles/offline.css";
import { begin } from "./api/begun.ts";
import { meQuery, projectsQuery } from "./api/queries.ts";
import { firstQuestions } from "./first-questions.ts";
import { pages, placeAt } from "./pages.ts";
import { dayAndHourText } from "./ui/zone.ts";

/**
 * The first script of every page. It is small, so that what is needed to draw the page is on its way while the app
 * itself still is: who is here, the code of the page, and what that page asks first.
 */
const app = import("./app.tsx");
const place = placeAt(location.pathname.replace(/^\/p\/[^/]+/, ""));
if (place) void pages[place.path]();
const search = Object.fromEntries(new URLSearchParams(location.search));
const questions = place ? [meQuery, projectsQuery, ...firstQuestions(place, search)] : [meQuery];
const begun = questions.map(begin);
// The browser reads its time zones when the first time is written, for longer than all of the above: better while it waits.
dayAndHourText(0);
// Not awaited here: the app takes parts of this file, and would wait for its end.
void app.then(({ startApp }) => startApp(begun));
