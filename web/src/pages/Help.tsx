import { PageHead, Shown } from "../parts/basics";
import { Link } from "../router";
import { useSession } from "../session";
import "../parts/rules.css";

export default function Help() {
  const { games } = useSession();
  return (
    <>
      <PageHead title="How to play here" />
      <div className="prose">
        <p>
          Choose a game on the <Link to="/">first page</Link> and press Play: you sit down against an opponent that suits
          most people. “Choose opponent and settings” lets you pick another one, a clock, or an open seat for a person.
        </p>
        <h2>On the board</h2>
        <p>
          Boards work with the mouse, by touch and with the keyboard: Tab brings you to the board, the arrow keys move
          about, Enter chooses, Escape takes a choice back. Beside every board, “Type a move” tells the position in words
          and takes a typed move. Several moves of one turn are divided by semicolons.
        </p>
        <h2>With other people</h2>
        <p>
          Leave a seat open and send the link, or wait in the <Link to="/lobby">lobby</Link>. Before the game both of you
          see the settings; the game begins when everybody has agreed to the same ones. Anybody may watch a public game,
          but watchers see only what everybody may see.
        </p>
        <p>
          With an account you can also challenge somebody by name. With a clock, whoever has no time left has lost, unless
          you chose otherwise; with days for each decision nobody has to stay.
        </p>
        <h2>If the connection breaks</h2>
        <p>
          The page connects again by itself and shows what you missed. A move that you sent is made once, even if it had
          to be sent twice. A clock goes on meanwhile: it is the server’s.
        </p>
        <h2>Why did it do that?</h2>
        <p>
          Press “Why?” beside a move of a player of the lab and it tells its reason. In games with hidden information it keeps
          silent until the game is over.
        </p>
        <h2>Accounts</h2>
        <p>
          You need none. As a guest, your games stay with this browser; an <Link to="/account">account</Link> is a name
          and a password, and keeps your games and ratings. With it you get a recovery code: write it down, for it is the
          only way back if you lose your password.
        </p>
      </div>
      <section className="stack" aria-labelledby="rules-head">
        <h2 id="rules-head">Rules of the games</h2>
        <Shown of={games}>
          {(cards) => (
            <ul className="rules-list">
              {cards.map((card) => (
                <li key={card.name}>
                  <Link to={`/help/${encodeURIComponent(card.name)}`}>{card.title}</Link>
                  <span className="quiet-text">: {card.summary.replace(/\.$/, "")}.</span>
                </li>
              ))}
            </ul>
          )}
        </Shown>
      </section>
    </>
  );
}
