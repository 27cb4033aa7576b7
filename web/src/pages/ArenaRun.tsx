import { lazy, Suspense } from "react";
import type { RunFigures } from "../api/types";
import { Notice, PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { Link } from "../router";
import { useTitles } from "../session";
import { Progress } from "./Arena";
import { capital } from "../words";
import "./arena.css";

const Chart = lazy(() => import("../parts/chart"));
const LIVE = 2000;
const finished = (figures: RunFigures): boolean => figures.run.finished;

export default function ArenaRun({ id }: { id: string }) {
  const title = useTitles();
  const figures = useLoad<RunFigures>(`/arena/runs/${encodeURIComponent(id)}`, LIVE, finished);
  return (
    <>
      <p className="small">
        <Link to="/arena">All runs</Link>
      </p>
      <Shown of={figures}>
        {({ run, counted, refused, tables, charts, notes }) => (
          <>
            <PageHead title={capital(`${run.kind} of ${title(run.game)}`)}>
              <p className="quiet-text">{run.players.join(", ")}</p>
            </PageHead>
            <Progress run={run} />
            {refused !== "" && <Notice tone="bad">{refused}</Notice>}
            {counted > 0 && counted !== run.games && (
              <p className="small quiet-text">
                {counted} of the {run.games} stored games count.
              </p>
            )}
            {notes.map((note) => (
              <p key={note}>{sentenceOf(note, run.players)}</p>
            ))}
            {tables.map((table) => (
              <section key={table.title} className="panel" aria-label={table.title}>
                <h2>{table.title}</h2>
                <FigureTable columns={table.columns} rows={table.rows} />
              </section>
            ))}
            <div className="charts">
              {charts.map((chart) => (
                <figure key={chart.title} className="panel chart">
                  <figcaption>
                    <h2>{chart.title}</h2>
                    <p className="small quiet-text">{chart.words}</p>
                  </figcaption>
                  <Suspense fallback={<p className="quiet-text">Loading the chart…</p>}>
                    <Chart spec={untitled(chart.spec)} words={chart.words || chart.title} />
                  </Suspense>
                </figure>
              ))}
            </div>
          </>
        )}
      </Shown>
    </>
  );
}

/** A sentence begins with a capital letter, but a player is called by its name. */
function sentenceOf(note: string, players: readonly string[]): string {
  return players.some((player) => note.startsWith(player)) ? note : capital(note);
}

/** From a figure to another one, in any language. */
const range = (cell: string): string => cell.replace(/^([+−]?[\d.]+) to ([+−]?[\d.]+)$/, "$1 … $2");

/** The page has the chart's title already. */
function untitled(spec: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => name !== "title"));
}

function FigureTable({ columns, rows }: { columns: string[]; rows: string[][] }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <div className="wide-table" tabIndex={0} role="group" aria-label="Figures">
      <table className="figures">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (column === 0 ? <th key={0} scope="row">{cell}</th> : <td key={column}>{range(cell)}</td>))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
