/** Who is where just now, and what can be done about it. */

import { useEffect, useState } from "react";
import { Notice, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { Links } from "./links";
import { People } from "./people";
import { Steering } from "./steering";
import { may, type Monitor as MonitorInfo, type Part } from "./types";
import { STATUSES, statusWords } from "./words";

const LIVE = 2000;

export default function Monitor(part: Part) {
  const { study, path } = part;
  const monitor = useLoad<MonitorInfo>(`${path}/monitor`, useVisible() ? LIVE : undefined);
  return (
    <>
      {monitor.data !== null && monitor.fault !== null && (
        <Notice tone="warn">This is not up to date: {monitor.fault}</Notice>
      )}
      <Shown of={monitor}>
        {(now) => (
          <>
            <Counts now={now} />
            <Steering {...part} />
            <People study={study} path={path} now={now} reload={monitor.reload} />
          </>
        )}
      </Shown>
      {may(study, "steer") && <Links study={study} path={path} />}
    </>
  );
}

/** Whether somebody looks: nothing is asked for a page that nobody sees. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const turned = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", turned);
    return () => document.removeEventListener("visibilitychange", turned);
  }, []);
  return visible;
}

function Counts({ now }: { now: MonitorInfo }) {
  const others = Object.keys(now.statuses).filter((status) => !STATUSES.some(([name]) => name === status));
  const statuses = [...STATUSES.map(([name]) => name), ...others].filter(
    (name) => name === "active" || name === "completed" || (now.statuses[name] ?? 0) > 0,
  );
  const away = now.people.filter((one) => one.inactive && one.status === "active").length;
  return (
    <section className="panel" aria-labelledby="counts-head">
      <h2 id="counts-head">So far</h2>
      <div className="row desk-progress">
        <progress max={Math.max(1, now.wanted)} value={now.statuses["completed"] ?? 0} aria-label="Completed, of those wanted" />
        <span>
          {now.statuses["completed"] ?? 0} of {now.wanted} wanted have completed it
        </span>
      </div>
      <dl className="desk-counts">
        {statuses.map((name) => (
          <div key={name}>
            <dt>{statusWords(name)}</dt>
            <dd data-testid={`count-${name}`}>{now.statuses[name] ?? 0}</dd>
          </div>
        ))}
        <div>
          <dt>withdrawn</dt>
          <dd>{now.withdrawn}</dd>
        </div>
        <div>
          <dt>pilots</dt>
          <dd>{now.pilots}</dd>
        </div>
        {away > 0 && (
          <div>
            <dt>long away</dt>
            <dd>{away}</dd>
          </div>
        )}
        {now.median_minutes !== null && (
          <div>
            <dt>median minutes</dt>
            <dd>{now.median_minutes}</dd>
          </div>
        )}
      </dl>
      {now.conditions.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
        <div className="wide-table" tabIndex={0} role="group" aria-label="Conditions">
          <table>
            <thead>
              <tr>
                <th scope="col">Condition</th>
                {statuses.map((name) => (
                  <th key={name} scope="col">
                    {statusWords(name)}
                  </th>
                ))}
                <th scope="col">quota</th>
              </tr>
            </thead>
            <tbody>
              {now.conditions.map((condition) => (
                <tr key={condition.name}>
                  <th scope="row" translate="no">{condition.name}</th>
                  {statuses.map((name) => (
                    <td key={name}>{condition.statuses[name] ?? 0}</td>
                  ))}
                  <td>{condition.quota ?? "none"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
