//! The files of the web client: built into the program and compressed once, or read from a folder on every request.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Component, Path};
use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::AppState;

include!(concat!(env!("OUT_DIR"), "/client.rs"));

/// The page shown if the client was not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width\"><title>Sanguis</title>\
<h1>The house is open.</h1><p>The web table was not built into this program: run <code>cargo play</code>, which builds \
both. The API is at <a href=\"/openapi.json\">/openapi.json</a>.</p></html>";

/// A file of the client.
#[derive(Clone)]
struct File {
    kind: &'static str,
    plain: Bytes,
    /// Compressed, where that is shorter.
    gzip: Option<Bytes>,
    /// Its name contains a hash of its contents, so browsers may cache it forever.
    lasting: bool,
}

static FILES: LazyLock<HashMap<&'static str, File>> = LazyLock::new(|| {
    let files = CLIENT.iter().map(|(name, bytes)| (*name, File::new(name, Bytes::from_static(bytes))));
    let mut files: HashMap<&str, File> = files.collect();
    files
        .entry("index.html")
        .or_insert_with(|| File::new("index.html", Bytes::from_static(NOT_BUILT.as_bytes())));
    files
});

impl File {
    fn new(name: &str, plain: Bytes) -> File {
        let kind = match name.rsplit('.').next().unwrap_or("") {
            "html" => "text/html; charset=utf-8",
            "js" | "mjs" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "json" | "map" => "application/json",
            "webmanifest" => "application/manifest+json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "webp" => "image/webp",
            "ico" => "image/x-icon",
            "wasm" => "application/wasm",
            "woff2" => "font/woff2",
            "txt" | "md" => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        };
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(&plain).and_then(|()| encoder.finish()).ok();
        let gzip = gzip.filter(|gzip| gzip.len() + 64 < plain.len()).map(Bytes::from);
        File { kind, plain, gzip, lasting: name.starts_with("assets/") }
    }

    /// The file of this name, from the folder if one is set, otherwise from the program.
    async fn find(folder: &str, name: &str) -> Option<File> {
        if folder.is_empty() {
            return FILES.get(name).cloned();
        }
        let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if !inside {
            return None;
        }
        let path = Path::new(folder).join(name);
        let plain = tokio::task::spawn_blocking(move || std::fs::read(path)).await.ok()?.ok()?;
        Some(File::new(name, Bytes::from(plain)))
    }

    fn sent(&self, takes_gzip: bool) -> Response {
        let caching = if self.lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
        let headers = [
            (header::CONTENT_TYPE, self.kind),
            (header::CACHE_CONTROL, caching),
            (header::VARY, "accept-encoding"),
        ];
        match &self.gzip {
            Some(gzip) if takes_gzip => {
                (headers, [(header::CONTENT_ENCODING, "gzip")], gzip.clone()).into_response()
            }
            _ => (headers, self.plain.clone()).into_response(),
        }
    }
}

/// A file of the client. Any other path gets the start page, and the client does its own routing.
pub(super) async fn page(State(house): AppState, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let looks_like_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let folder = &house.config.web;
    let found = match looks_like_file {
        true => File::find(folder, path).await,
        false => File::find(folder, "index.html").await,
    };
    let Some(file) = found else { return StatusCode::NOT_FOUND.into_response() };
    file.sent(takes_gzip(request.headers()))
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT_ENCODING).iter().any(|encodings| {
        encodings
            .to_str()
            .is_ok_and(|encodings| encodings.split(',').any(|one| one.trim().starts_with("gzip")))
    })
}

/// The pages that play without a house.
#[derive(Clone, Default)]
pub(super) struct Pocket(HashMap<String, File>);

/// Marks an answer as one of these pages, which may compile the rules.
#[derive(Clone)]
pub(super) struct InPocket;

impl Pocket {
    /// Reads the folder, if one is named. All of it is kept, because compressing the rules takes a second.
    pub(super) fn read(folder: &str) -> Pocket {
        let mut pocket = Pocket::default();
        if !folder.is_empty() && pocket.add(Path::new(folder), "").is_err() {
            tracing::warn!("{folder} cannot be read: there are no pages under /pocket/");
        }
        pocket
    }

    fn add(&mut self, folder: &Path, before: &str) -> std::io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                self.add(&entry.path(), &format!("{name}/"))?;
            } else {
                let file = File::new(&name, Bytes::from(std::fs::read(entry.path())?));
                self.0.insert(name, file);
            }
        }
        Ok(())
    }

    /// The file of a path; the folder itself is its start page.
    pub(super) fn page(&self, path: &str, headers: &HeaderMap) -> Response {
        let name = if path.is_empty() { "index.html" } else { path };
        let Some(file) = self.0.get(name) else { return StatusCode::NOT_FOUND.into_response() };
        let mut response = file.sent(takes_gzip(headers));
        response.extensions_mut().insert(InPocket);
        response
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[tokio::test]
    async fn the_pages_without_a_house_are_files_of_a_folder_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("assets")).unwrap();
        std::fs::write(folder.path().join("index.html"), "pages").unwrap();
        std::fs::write(folder.path().join("assets/rules.wasm"), "rules").unwrap();
        let pocket = Pocket::read(&folder.path().to_string_lossy());
        let none = HeaderMap::new();
        assert_eq!(pocket.page("", &none).headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        let rules = pocket.page("assets/rules.wasm", &none);
        assert_eq!(rules.headers()[header::CONTENT_TYPE], "application/wasm");
        assert!(rules.extensions().get::<InPocket>().is_some());
        for other in ["assets", "../index.html", "assets/../index.html", "/index.html"] {
            assert_eq!(pocket.page(other, &none).status(), StatusCode::NOT_FOUND, "{other}");
        }
        assert_eq!(Pocket::read("").page("", &none).status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn a_file_is_sent_compressed_to_those_who_take_it() {
        let plain = "the same again and again, ".repeat(200);
        let file = File::new("assets/client.js", Bytes::from(plain.clone()));
        let packed = file.sent(true);
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(packed.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
        let packed = axum::body::to_bytes(packed.into_body(), 1 << 20).await.unwrap();
        assert!(packed.len() * 10 < plain.len());
        let mut text = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, plain);
        let whole = file.sent(false);
        assert!(!whole.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(axum::body::to_bytes(whole.into_body(), 1 << 20).await.unwrap(), plain);
    }
}
