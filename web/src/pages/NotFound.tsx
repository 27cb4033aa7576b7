import { PageHead } from "../parts/basics";
import { Link } from "../router";

export default function NotFound() {
  return (
    <>
      <PageHead title="No such page" />
      <p>
        Nothing is at this address. <Link to="/">Choose a game</Link> or look into the <Link to="/lobby">lobby</Link>.
      </p>
    </>
  );
}
