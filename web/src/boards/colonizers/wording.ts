/** What is said about a scene of Colonizers, in the browser and in drawings. */

import { sideName } from "../common/sides";
import type { Colony, ColonizersData, ColonizersScene } from "./scene";

/** The stages of a turn as people are told of them. */
export const STAGES: [ColonizersData["stage"][], string][] = [
  [["pick"], "Pick a colonist"],
  [["draw", "keep"], "Draw"],
  [["power"], "Power"],
  [["build"], "Build"],
];

/** What is asked, or who is to do what. */
export function headline(scene: ColonizersScene): string {
  const data = scene.board_data;
  if (scene.over) return data.spent ? "The deck is spent: nobody wins" : "The game is over";
  if (scene.you !== null && data.seat === scene.you) return data.guide;
  const who = data.seat === null ? "Somebody" : sideName(scene.turn.seat_names, data.seat);
  const doing = { pick: "is picking a colonist", draw: "is to draw", keep: "is looking at two modules", power: "may use a power", build: "may build", over: "" };
  return `${who} ${doing[data.stage]}`;
}

/** The points of a colony: its values so far, and at the end what the result says. */
export function pointsOf(scene: ColonizersScene, colony: Colony): number {
  return scene.result === null ? colony.value : Math.floor(scene.result.points[colony.seat] ?? 0);
}
