import { RulesRefusal, Rules } from "./module.ts";

// Bots think here, so that the host always answers. It holds nothing that matters: it is thrown away when it fails.

let rules: Promise<Rules> | undefined;

onmessage = async ({ data }: MessageEvent<{ module: WebAssembly.Module } | { id: number; request: { ask: string } }>) => {
  if ("module" in data) {
    rules = Rules.of(data.module);
    return;
  }
  try {
    postMessage({ id: data.id, ok: (await rules)!.ask(data.request) });
  } catch (error) {
    postMessage({ id: data.id, problem: error instanceof RulesRefusal ? error.problem : undefined });
  }
};
