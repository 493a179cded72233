//! Which certificates the house trusts when it is a client: of PostgreSQL, of a mail server, of webhooks and push services.
//!
//! Always those of the operating system (or of `SSL_CERT_FILE`), and no list compiled into the program: an operator who adds the
//! authority of a private network, or removes one, expects every program on the machine to follow.

use std::sync::{Arc, LazyLock};

#[cfg(feature = "postgres")]
use rustls::ClientConfig;
use rustls::RootCertStore;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
#[cfg(feature = "outward")]
use ureq::tls::{Certificate, RootCerts, TlsConfig};

static ROOTS: LazyLock<Vec<CertificateDer<'static>>> = LazyLock::new(|| {
    let mut store = RootCertStore::empty();
    let mut certificates = rustls_native_certs::load_native_certs().certs;
    // Systems carry certificates that rustls cannot parse: skip those.
    certificates.retain(|certificate| store.add(certificate.clone()).is_ok());
    if certificates.is_empty() {
        tracing::warn!("no trusted certificates found on this machine: TLS connections to others will fail");
    }
    certificates
});

/// The trusted certificates, read once.
pub(crate) fn roots() -> &'static [CertificateDer<'static>] {
    &ROOTS
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// TLS for a connection of our own.
#[cfg(feature = "postgres")]
pub(crate) fn rustls() -> Result<ClientConfig, rustls::Error> {
    let mut store = RootCertStore::empty();
    store.add_parsable_certificates(roots().iter().cloned());
    let builder = ClientConfig::builder_with_provider(provider()).with_safe_default_protocol_versions()?;
    Ok(builder.with_root_certificates(store).with_no_client_auth())
}

/// TLS for requests over HTTP.
#[cfg(feature = "outward")]
pub fn ureq() -> TlsConfig {
    let roots = roots().iter().map(|root| Certificate::from_der(root).to_owned());
    let builder = TlsConfig::builder().root_certs(RootCerts::from(roots));
    builder.unversioned_rustls_crypto_provider(provider()).build()
}
