import { useSaid } from "../language";
import type { RulesText } from "../api/types";
import { PageHead, Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { RulesProse, rulesPath } from "../parts/rules";
import { Link } from "../router";

export default function Rules({ game }: { game: string }) {
  const said = useSaid();
  const rules = useLoad<RulesText>(rulesPath(game, {}));
  return (
    <>
      <p className="small">
        <Link to="/help">Help</Link>
      </p>
      <Shown of={rules}>
        {(text) => (
          <>
            <PageHead title={`Rules of ${text.title}`} />
            <RulesProse text={said(text.text)} />
            <div>
              <Link className="button primary" to={`/games/${encodeURIComponent(game)}`}>
                Play it
              </Link>
            </div>
          </>
        )}
      </Shown>
    </>
  );
}
