//! The protocol, by the library `rmcp`. Nothing else in the project uses it.

use std::sync::Arc;
use std::time::Duration;

use http::request::Parts;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ResourceContents, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use table::digest::Digest;

use crate::notes::{Notes, Own};
use crate::tools::Told;
use crate::{Api, catalogue, resources, tools};

/// How often a client that waits is told that it is not forgotten.
const BEAT: Duration = Duration::from_secs(5);
/// The largest request.
const LARGEST: usize = 16 << 10;

/// Finds the house of a request: by its token where requests come from many, or always the same.
type Find = Arc<dyn Fn(Option<&Parts>) -> Option<Arc<dyn Api>> + Send + Sync>;

/// Answers the requests of models.
#[derive(Clone)]
pub struct Server {
    find: Find,
    notes: Arc<Notes>,
}

/// The protocol over HTTP, without sessions: every request says who asks.
pub type HttpService = StreamableHttpService<Server, NeverSessionManager>;

/// Serves models over HTTP. `find` gives the house as the account of a request sees it.
pub fn http(find: impl Fn(&Parts) -> Option<Arc<dyn Api>> + Send + Sync + 'static) -> HttpService {
    let find: Find = Arc::new(move |parts| parts.and_then(&find));
    // Hosts and origins are checked by the house, as for all of its addresses.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(LARGEST);
    let server = Server { find, notes: Arc::default() };
    StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config)
}

/// Serves one model over standard input and output until it closes them.
pub async fn stdio(api: Arc<dyn Api>) -> Result<(), String> {
    let server = Server { find: Arc::new(move |_| Some(api.clone())), notes: Arc::default() };
    let running = server.serve(rmcp::transport::stdio()).await;
    let running =
        running.map_err(|error| format!("The client did not begin as the protocol says: {error}."))?;
    running.waiting().await.map(|_| ()).map_err(|error| format!("The server has failed: {error}."))
}

impl Server {
    fn api(&self, context: &RequestContext<RoleServer>) -> Result<Arc<dyn Api>, ErrorData> {
        let api = (self.find)(context.extensions.get::<Parts>());
        api.ok_or_else(|| ErrorData::invalid_request("Send the token of a bot account.", None))
    }
}

/// A name for the account of a request: always the same where there is only one.
fn whose(request: Option<&Parts>) -> String {
    let token = request.and_then(|request| request.headers.get(http::header::AUTHORIZATION));
    let hash =
        |token: &http::HeaderValue| Digest::of("sanguis mcp, whose notes", &[token.as_bytes()]).to_string();
    token.map(hash).unwrap_or_default()
}

/// What the catalogue writes as JSON, in the library's own types.
fn typed<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn result(told: Result<Told, String>) -> CallToolResult {
    match told {
        Ok(Told { text, data: None }) => CallToolResult::success(vec![ContentBlock::text(text)]),
        Ok(Told { text, data: Some(data) }) => {
            let blocks = vec![ContentBlock::text(text), ContentBlock::text(data.to_string())];
            let mut result = CallToolResult::success(blocks);
            result.structured_content = Some(data);
            result
        }
        Err(reason) => CallToolResult::error(vec![ContentBlock::text(reason)]),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        let name = Implementation::new("sanguis", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities).with_server_info(name).with_instructions(catalogue::INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        typed(json!({ "tools": catalogue::tools() }))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let api = self.api(&context)?;
        let token = context.meta.get_progress_token();
        let whose = whose(context.extensions.get::<Parts>());
        let own = Own { notes: &self.notes, whose: &whose };
        let call = tools::call(&*api, own, &request.name, request.arguments.unwrap_or_default());
        let mut call = std::pin::pin!(call);
        let mut beats = 0u32;
        let told = loop {
            tokio::select! {
                told = &mut call => break told,
                () = context.ct.cancelled() => return Err(ErrorData::internal_error("Cancelled.", None)),
                () = tokio::time::sleep(BEAT) => {
                    beats += 1;
                    if let Some(token) = &token {
                        let note = ProgressNotificationParam::new(token.clone(), f64::from(beats));
                        // A client that has gone is noticed elsewhere.
                        let _ = context.peer.notify_progress(note).await;
                    }
                }
            }
        };
        match told {
            Some(told) => Ok(result(told).into()),
            None => Err(ErrorData::invalid_params("There is no tool of this name.", None)),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        typed(json!({ "resources": catalogue::resources() }))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        typed(json!({ "resourceTemplates": catalogue::resource_templates() }))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let api = self.api(&context)?;
        let read = resources::read(&*api, &request.uri).await;
        let (text, fresh) = read.map_err(|reason| ErrorData::resource_not_found(reason, None))?;
        let scope = if fresh > 0 { CacheScope::Public } else { CacheScope::Private };
        let result = ReadResourceResult::new(vec![ResourceContents::text(text, request.uri)]);
        Ok(result.with_ttl_ms(fresh).with_cache_scope(scope).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        typed(json!({ "prompts": catalogue::prompts() }))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let api = self.api(&context)?;
        let arguments = request.arguments.unwrap_or_default();
        let argument = |name: &str| arguments.get(name).and_then(Value::as_str).map(str::to_owned);
        let words = resources::prompt(&*api, &request.name, argument).await;
        let words = words.map_err(|reason| ErrorData::invalid_params(reason, None))?;
        let message = json!({ "role": "user", "content": { "type": "text", "text": words } });
        let result: GetPromptResult = typed(json!({ "messages": [message] }))?;
        Ok(result.into())
    }
}
