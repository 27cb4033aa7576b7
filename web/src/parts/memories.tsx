/** What players of the lab keep of a person from game to game, and how to have them forget. */

import { useState } from "react";
import { remove, sentence } from "../api/http";
import type { MemoryInfo } from "../api/types";
import { when } from "../words";
import { Notice, Shown } from "./basics";
import { useLoad } from "./load";

export function Memories() {
  const memories = useLoad<MemoryInfo[]>("/account/memories");
  const [fault, setFault] = useState<string | null>(null);
  const forget = (path: string) => {
    setFault(null);
    remove(path).then(memories.reload, (reason: unknown) => setFault(sentence(reason)));
  };
  return (
    <section className="stack" aria-labelledby="memories-head">
      <h2 id="memories-head">Players who remember you</h2>
      <Shown of={memories}>
        {(list) =>
          list.length === 0 ? (
            <p className="quiet-text">
              None. Some players adapt to how you play; what they learn of you from game to game is listed here.
            </p>
          ) : (
            <div className="panel">
              <ul className="browsers">
                {list.map((memory) => (
                  <li key={memory.id}>
                    <span>
                      <span>
                        <b>{memory.player}</b> in {memory.title}
                      </span>
                      <span className="small quiet-text">
                        {memory.games === 1 ? "one game" : `${memory.games} games`}, the last {when(memory.updated)}
                      </span>
                    </span>
                    <button type="button" onClick={() => forget(`/account/memories/${memory.id}`)}>
                      Forget
                      <span className="hidden-text">
                        {" "}
                        what {memory.player} has learnt of me in {memory.title}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {list.length > 1 && (
                <div>
                  <button type="button" onClick={() => forget("/account/memories")}>
                    Forget everything
                  </button>
                </div>
              )}
            </div>
          )
        }
      </Shown>
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
    </section>
  );
}
