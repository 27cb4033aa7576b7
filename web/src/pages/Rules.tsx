import { useSaid } from "../language";
import type { Introduction, RulesText } from "../api/types";
import type { Scene } from "../boards";
import { PageHead, Shown } from "../parts/basics";
import { BoardFrame } from "../parts/board-frame";
import { useLoad } from "../parts/load";
import { introductionPath, RulesProse, rulesPath } from "../parts/rules";
import { Link } from "../router";
import { useCard } from "../session";
import { suggested } from "../tables";

export default function Rules({ game }: { game: string }) {
  const said = useSaid();
  const card = useCard(game);
  // What people are offered: the values that they will meet.
  const rules = useLoad<RulesText>(rulesPath(game, card === undefined ? {} : suggested(card.parameters)));
  const introduction = useLoad<Introduction>(introductionPath(game, {}));
  return (
    <>
      <p className="small">
        <Link to="/help">Help</Link>
      </p>
      <Shown of={rules}>
        {(text) => (
          <>
            <PageHead title={`Rules of ${text.title}`}>
              <div className="row">
                <Link className="button primary" to={`/games/${encodeURIComponent(game)}`}>
                  Play it
                </Link>
                {introduction.data?.learnt && (
                  <Link className="button" to={`/learn/${encodeURIComponent(game)}`}>
                    Learn it on the board
                  </Link>
                )}
              </div>
            </PageHead>
            <div className="rules-page">
              <RulesProse text={said(text.text)} />
              {introduction.data !== null && <Diagrams introduction={introduction.data} />}
            </div>
          </>
        )}
      </Shown>
    </>
  );
}

const nothing = () => undefined;
const nowhere = () => Promise.resolve({ scene: null, moves: [], over: false, fault: null });

/** Real positions, drawn by the game's own board, on which nothing can be done. */
function Diagrams({ introduction }: { introduction: Introduction }) {
  return (
    <section className="diagrams" aria-label="Diagrams">
      {introduction.steps.map((step, number) => {
        const scene = step.scene as unknown as Scene;
        return (
          <figure key={number}>
            <div inert>
              <BoardFrame board={introduction.board} scene={scene} you={scene.you} interactive={false} onMove={nothing} onPreview={nowhere} animate={false} />
            </div>
            <figcaption className="small">{step.text}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}
