import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { apply } from "./parts/preferences";
import "./styles/base.css";
import "./styles/app.css";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no element #root");
apply();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
