import { lazy, Suspense, type ReactNode } from "react";
import { Languages, LanguageSwitch } from "./language/choice";
import { Announcer } from "./parts/announcer";
import { Challenges } from "./parts/challenges";
import { fit, Link, usePlace } from "./router";
import { SessionProvider, useSession } from "./session";
import Home from "./pages/Home";
import NotFound from "./pages/NotFound";
import { ErrorFence } from "./parts/fence";

const Lobby = lazy(() => import("./pages/Lobby"));
const NewTable = lazy(() => import("./pages/NewTable"));
const Table = lazy(() => import("./pages/Table"));
const ReplayPage = lazy(() => import("./pages/Replay"));
const History = lazy(() => import("./pages/History"));
const Profile = lazy(() => import("./pages/Profile"));
const Leaderboards = lazy(() => import("./pages/Leaderboards"));
const Account = lazy(() => import("./pages/Account"));
const Arena = lazy(() => import("./pages/Arena"));
const ArenaRun = lazy(() => import("./pages/ArenaRun"));
const Designs = lazy(() => import("./pages/Designs"));
const Design = lazy(async () => ({ default: (await import("./pages/Designs")).Design }));
const Study = lazy(() => import("./studies/Study"));
const Desk = lazy(() => import("./desk/Desk"));
const StudyDesk = lazy(() => import("./desk/StudyDesk"));
const Help = lazy(() => import("./pages/Help"));
const Rules = lazy(() => import("./pages/Rules"));
const Learn = lazy(() => import("./pages/Learn"));
/** All boards with sample scenes, while developing. */
const Gallery = import.meta.env.DEV ? lazy(() => import("./boards/Gallery")) : NotFound;

type Parts = Record<string, string>;
const part = (parts: Parts, name: string): string => parts[name] ?? "";

/** Every page has its own address. The key makes a page start afresh when its subject changes. */
const ROUTES: [string, (parts: Parts, query: URLSearchParams) => ReactNode][] = [
  ["/", () => <Home />],
  ["/lobby", () => <Lobby />],
  ["/games/:name", (parts, query) => <NewTable key={part(parts, "name")} name={part(parts, "name")} challenge={query.get("challenge")} />],
  ["/table/:id", (parts, query) => <Table key={part(parts, "id")} id={part(parts, "id")} keyOf={query.get("key")} />],
  ["/match/:id", (parts, query) => <ReplayPage key={part(parts, "id")} id={part(parts, "id")} at={query.get("at")} secret={query.get("key")} />],
  ["/history", () => <History />],
  ["/account", () => <Account />],
  ["/people/:id", (parts) => <Profile key={part(parts, "id")} id={part(parts, "id")} />],
  ["/leaderboards", (_, query) => <Leaderboards game={query.get("game")} />],
  ["/arena", () => <Arena />],
  ["/arena/:id", (parts) => <ArenaRun key={part(parts, "id")} id={part(parts, "id")} />],
  ["/designs", () => <Designs />],
  ["/designs/:id", (parts) => <Design key={part(parts, "id")} id={part(parts, "id")} />],
  ["/desk", () => <Desk />],
  ["/desk/:slug", (parts) => <StudyDesk key={part(parts, "slug")} slug={part(parts, "slug")} />],
  ["/help", () => <Help />],
  ["/dev/boards", () => <Gallery />],
  ["/learn/:game", (parts) => <Learn key={part(parts, "game")} game={part(parts, "game")} />],
  ["/help/:game", (parts) => <Rules key={part(parts, "game")} game={part(parts, "game")} />],
];

const NAVIGATION: [string, string, RegExp][] = [
  ["/", "Play", /^\/($|games)/],
  ["/lobby", "Lobby", /^\/(lobby|table)/],
  ["/history", "History", /^\/(history|match)/],
  ["/arena", "Arena", /^\/arena/],
  ["/designs", "Designs", /^\/designs/],
  ["/help", "Help", /^\/(help|learn)/],
];
/** For people with an account. */
const DESK: (typeof NAVIGATION)[number] = ["/desk", "Studies", /^\/desk/];

export function App() {
  const { path } = usePlace();
  const study = fit("/study/:slug", path)?.["slug"];
  // Whoever takes part in a study is no visitor of the lab: no menu leads away, and nobody becomes a guest by looking.
  if (study !== undefined) {
    return (
      <ErrorFence key={path}>
        <Suspense fallback={null}>
          <Study slug={study} />
        </Suspense>
        <Announcer />
      </ErrorFence>
    );
  }
  return (
    <Languages>
      {() => (
        <SessionProvider>
          <Frame />
        </SessionProvider>
      )}
    </Languages>
  );
}

function Frame() {
  const { path, query } = usePlace();
  const { me } = useSession();
  let page: ReactNode = null;
  for (const [pattern, make] of ROUTES) {
    const parts = fit(pattern, path);
    if (parts !== null) {
      page = make(parts, query);
      break;
    }
  }
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="site-head">
        <div className="site-head-inner">
          <Link to="/" className="brand">
            <img src="/favicon.svg" alt="" width="26" height="26" />
            Ludarium
          </Link>
          <nav className="site-nav" aria-label="Pages">
            <ul>
              {(me.data?.guest === false ? [...NAVIGATION, DESK] : NAVIGATION).map(([to, name, here]) => (
                <li key={to}>
                  <Link to={to} aria-current={here.test(path) ? "page" : undefined}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <LanguageSwitch />
          <Link to="/account" className="me" aria-current={path === "/account" ? "page" : undefined}>
            <span className="hidden-text">Your account: </span>
            <span translate={/^Guest \d+$/.test(me.data?.name ?? "") ? undefined : "no"}>{me.data?.name ?? "…"}</span>
          </Link>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Challenges />
        <ErrorFence key={path}>
          {/* The first answer brings the session: sockets that are opened before it would be nobody's. */}
          {me.loading ? (
            <p className="quiet-text">Loading…</p>
          ) : (
            <Suspense fallback={<p className="quiet-text">Loading…</p>}>{page ?? <NotFound />}</Suspense>
          )}
        </ErrorFence>
      </main>
      <footer className="site-foot">
        Ludarium, a laboratory for board and strategy games. <Link to="/help">How to play here</Link>
      </footer>
      <Announcer />
    </>
  );
}
