import "./lib/theme.css";
