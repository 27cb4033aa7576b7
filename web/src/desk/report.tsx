/** What the data say so far, made by the server: as a page, as figures, and the data themselves. */

import { useState } from "react";
import { getFile, withQuery } from "../api/http";
import { useLanguage } from "../language/choice";
import { Fault, save, useDoing } from "./doing";
import { may, type Part } from "./types";

export default function Report({ study, path }: Part) {
  const [page, setPage] = useState<string | null>(null);
  const { language } = useLanguage();
  const report = withQuery(`${path}/report`, { language });
  const making = useDoing();
  const getting = useDoing();
  const fetched = (file: string, name: string) => void getting.run(async () => save(name, await getFile(`${path}/${file}`)), "Downloaded.");
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={making.busy}
          onClick={() => void making.run(async () => setPage(await (await getFile(report)).text()), "The report is there.")}
        >
          {making.busy ? "The report is being made…" : page === null ? "Make the report" : "Make it again"}
        </button>
        <a className="button" href={`/api${report}`} target="_blank" rel="noopener noreferrer">
          Open it in a new tab
        </a>
        {may(study, "export") && (
          <button type="button" disabled={getting.busy} onClick={() => fetched("export.zip", `${study.slug}.zip`)}>
            Download the data
          </button>
        )}
        <button type="button" disabled={getting.busy} onClick={() => fetched("figures", `${study.slug}-figures.json`)}>
          Download the figures
        </button>
      </div>
      <p className="small quiet-text">
        The report is made from what has been answered until now; with many people that takes a while. The data come as an
        archive of CSV and Parquet tables, long and wide, with their dictionary; the figures as JSON, the same as in the
        report. Who looks at them or takes them is noted.
      </p>
      <Fault of={making} />
      <Fault of={getting} />
      {page !== null && <iframe className="desk-report" title={`Report on ${study.title}`} sandbox="" srcDoc={page} />}
    </>
  );
}
