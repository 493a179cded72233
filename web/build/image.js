// `cargo xtask release` writes a container image around a static program, as an archive that docker and podman load. No tool and no
// registry is needed, and the same program gives the same bytes.
//
//   node build/image.js VERSION ARCHITECTURE TREE FILE
//
// TREE is what will be in the container.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const [version, architecture, tree, file] = process.argv.slice(2);
const tar = (folder, ...more) =>
  execFileSync("tar", ["--sort=name", "--mtime=@0", "--numeric-owner", ...more, "-C", folder, "-cf", "-", "."], { maxBuffer: 1 << 30 });
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

const folder = mkdtempSync(join(tmpdir(), "sanguis-image-"));
try {
  mkdirSync(join(folder, "blobs/sha256"), { recursive: true });
  const blob = (bytes, mediaType) => {
    const digest = sha256(bytes);
    writeFileSync(join(folder, "blobs/sha256", digest), bytes);
    return { mediaType: `application/vnd.oci.image.${mediaType}`, digest: `sha256:${digest}`, size: bytes.length };
  };
  const json = (value, mediaType) => blob(Buffer.from(JSON.stringify(value)), mediaType);
  // What the house writes belongs to its user, and the rest to nobody in particular.
  const plain = tar(tree, "--owner=10001", "--group=10001");
  const layer = blob(gzipSync(plain, { level: 9 }), "layer.v1.tar+gzip");
  const config = json(
    {
      architecture,
      os: "linux",
      config: {
        User: "10001:10001",
        Env: ["XDG_DATA_HOME=/data"],
        Entrypoint: ["/sanguis"],
        Cmd: ["serve", "--listen", "0.0.0.0:7777"],
        Volumes: { "/data/sanguis": {} },
        ExposedPorts: { "7777/tcp": {} },
        StopSignal: "SIGTERM",
      },
      rootfs: { type: "layers", diff_ids: [`sha256:${sha256(plain)}`] },
    },
    "config.v1+json",
  );
  const manifest = json({ schemaVersion: 2, mediaType: "application/vnd.oci.image.manifest.v1+json", config, layers: [layer] }, "manifest.v1+json");
  const name = `sanguis:${version}`;
  const index = { schemaVersion: 2, manifests: [{ ...manifest, platform: { os: "linux", architecture }, annotations: { "io.containerd.image.name": `docker.io/library/${name}`, "org.opencontainers.image.ref.name": version } }] };
  writeFileSync(join(folder, "index.json"), JSON.stringify(index));
  writeFileSync(join(folder, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  // For dockers that do not know the layout yet.
  const path = ({ digest }) => `blobs/sha256/${digest.slice("sha256:".length)}`;
  writeFileSync(join(folder, "manifest.json"), JSON.stringify([{ Config: path(config), RepoTags: [name], Layers: [path(layer)] }]));
  writeFileSync(file, tar(folder, "--owner=0", "--group=0"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
