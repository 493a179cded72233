//! Sends notices by mail, through an SMTP server of the operator's choice.

use std::time::Duration;

use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, SmtpTransport, Transport};
use rustls::pki_types::CertificateDer;

use crate::{seal, words};

/// Timeout for connecting, and for each reply of the server.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The server that mail goes through, and the sender's address.
pub(crate) struct MailServer {
    transport: SmtpTransport,
    from: Address,
}

impl MailServer {
    /// The server at one of these addresses, or none if the address is empty:
    ///
    /// - `smtps://user:password@host` speaks TLS from the first byte (port 465),
    /// - `smtp://user:password@host?tls=required` begins in the clear and insists on STARTTLS (port 587),
    /// - `smtp://host` stays in the clear, for a server on the same machine (port 25).
    ///
    /// User and password can be left out, a port added.
    pub(crate) fn new(
        address: &str,
        from: &str,
        roots: &[CertificateDer<'static>],
    ) -> Result<Option<MailServer>, String> {
        if address.is_empty() {
            return Ok(None);
        }
        let from = match words::mail(from) {
            Ok(from) if !from.is_empty() => from.parse().ok(),
            _ => None,
        };
        let from = from.ok_or("Set mail-from to the address that mail is sent from.")?;
        // The address may hold a password, so no message repeats it.
        let wrong = || {
            "The option smtp must look like smtps://user:password@host or smtp://user:password@host?tls=required.".to_owned()
        };
        let (scheme, rest) = address.split_once("://").ok_or_else(wrong)?;
        let (login, place) = match rest.rsplit_once('@') {
            Some((login, place)) => (Some(login.split_once(':').ok_or_else(wrong)?), place),
            None => (None, rest),
        };
        let (place, query) = place.split_once('?').unwrap_or((place, ""));
        let place = place.trim_end_matches('/');
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) => (host, Some(port.parse().map_err(|_| wrong())?)),
            None => (place, None),
        };
        if host.is_empty() {
            return Err(wrong());
        }
        let (tls, usual) = match (scheme, query) {
            ("smtps", "") => (Tls::Wrapper(tls(host, roots)?), 465),
            ("smtp", "tls=required") => (Tls::Required(tls(host, roots)?), 587),
            ("smtp", "") => (Tls::None, 25),
            _ => return Err(wrong()),
        };
        let builder = SmtpTransport::builder_dangerous(host)
            .hello_name(ClientId::Domain("sanguis".to_owned()))
            .port(port.unwrap_or(usual))
            .tls(tls)
            .timeout(Some(TIMEOUT));
        let builder = match login {
            Some((user, password)) => builder.credentials(Credentials::from((user, password))),
            None => builder,
        };
        Ok(Some(MailServer { transport: builder.build(), from }))
    }

    /// Sends one message and waits until the server has taken it. An error holds the server's reply, without the recipient's
    /// address.
    pub(crate) fn send(&self, to: &str, subject: &str, text: &str) -> Result<(), String> {
        let recipient: Address = to.parse().map_err(|error| format!("{error}"))?;
        let message = Message::builder()
            .from(Mailbox::new(Some("Sanguis".to_owned()), self.from.clone()))
            .to(Mailbox::new(None, recipient))
            .subject(subject)
            .date_now()
            .message_id(Some(format!("<{}@{}>", seal::fresh_id(), self.from.domain())))
            .header(ContentType::TEXT_PLAIN)
            .body(text.to_owned())
            .map_err(|error| error.to_string())?;
        let sent = self.transport.send(&message);
        sent.map(|_| ()).map_err(|error| error.to_string().replace(to, "the recipient"))
    }
}

/// TLS that trusts these certificates.
fn tls(host: &str, roots: &[CertificateDer<'static>]) -> Result<TlsParameters, String> {
    let mut builder = TlsParameters::builder(host.to_owned()).certificate_store(CertificateStore::None);
    for root in roots {
        let root = Certificate::from_der(root.to_vec()).map_err(|error| error.to_string())?;
        builder = builder.add_root_certificate(root);
    }
    builder.build().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::Arc;
    use std::thread::JoinHandle;

    use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
    use rustls::{ServerConfig, ServerConnection, StreamOwned};

    use super::*;

    /// For the name `localhost`, until 2126.
    const CERTIFICATE: &[u8] = include_bytes!("../tests/data/localhost.cert.der");
    const KEY: &[u8] = include_bytes!("../tests/data/localhost.key.der");

    trait Stream: Read + Write + Send {}
    impl<T: Read + Write + Send> Stream for T {}

    fn encrypted(stream: TcpStream) -> Box<dyn Stream> {
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(KEY));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![CertificateDer::from(CERTIFICATE)], key)
            .unwrap();
        Box::new(StreamOwned::new(ServerConnection::new(Arc::new(config)).unwrap(), stream))
    }

    /// What a test server does.
    #[derive(Clone, Copy, PartialEq)]
    enum Server {
        /// Speaks in the clear and offers nothing else.
        Clear,
        /// Offers STARTTLS.
        StartTls,
        /// Speaks TLS from the first byte.
        Tls,
        /// Does not know the recipient.
        Refuses,
    }

    impl Server {
        /// Serves one connection, and returns its port and what it heard, with `(TLS)` where encryption begins.
        fn start(self) -> (u16, JoinHandle<Vec<String>>) {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let port = listener.local_addr().unwrap().port();
            (port, std::thread::spawn(move || self.serve(listener.accept().unwrap().0)))
        }

        fn serve(self, stream: TcpStream) -> Vec<String> {
            let socket = stream.try_clone().unwrap();
            let mut secure = self == Server::Tls;
            let mut line: BufReader<Box<dyn Stream>> =
                BufReader::new(if secure { encrypted(stream) } else { Box::new(stream) });
            let (mut heard, mut in_letter) = (Vec::new(), false);
            let _ = line.get_mut().write_all(b"220 here\r\n");
            loop {
                let mut text = String::new();
                if line.read_line(&mut text).unwrap_or(0) == 0 {
                    return heard;
                }
                let text = text.trim_end().to_owned();
                let answer: &[u8] = match text.as_str() {
                    "." => b"250 taken\r\n",
                    _ if in_letter => b"",
                    "EHLO sanguis" if self == Server::StartTls && !secure => b"250-here\r\n250 STARTTLS\r\n",
                    "EHLO sanguis" => b"250-here\r\n250 AUTH PLAIN\r\n",
                    "STARTTLS" => b"220 go on\r\n",
                    "DATA" => b"354 go on\r\n",
                    rcpt if rcpt.starts_with("RCPT") && self == Server::Refuses => {
                        b"550 5.1.1 <bo@example.org> no such mailbox\r\n"
                    }
                    _ => b"250 ok\r\n",
                };
                let _ = line.get_mut().write_all(answer);
                in_letter = (in_letter || text == "DATA") && text != ".";
                if text == "STARTTLS" {
                    secure = true;
                    line = BufReader::new(encrypted(socket.try_clone().unwrap()));
                    heard.push("(TLS)".to_owned());
                } else {
                    heard.push(text);
                }
            }
        }
    }

    fn mail(address: String, trusted: bool) -> MailServer {
        let roots = [CertificateDer::from(CERTIFICATE)];
        let roots = if trusted { &roots[..] } else { &[] };
        MailServer::new(&address, "house@example.org", roots).unwrap().unwrap()
    }

    fn send(mail: &MailServer) -> Result<(), String> {
        mail.send("bo@example.org", "BloodLust: your turn", "It is your turn.")
    }

    fn has(heard: &[String], beginning: &str) -> bool {
        heard.iter().any(|line| line.starts_with(beginning))
    }

    #[test]
    fn a_message_has_all_that_mail_servers_look_for() {
        let (port, heard) = Server::Clear.start();
        let server = mail(format!("smtp://ann:secret@127.0.0.1:{port}"), false);
        send(&server).unwrap();
        let injected = server.send("bo@example.org>\r\nRCPT TO:<all", "x", "y");
        assert!(injected.is_err());
        drop(server);
        let heard = heard.join().unwrap();
        for beginning in [
            "AUTH PLAIN ",
            "MAIL FROM:<house@example.org>",
            "RCPT TO:<bo@example.org>",
            "From: Sanguis <house@example.org>",
            "To: bo@example.org",
            "Subject: BloodLust: your turn",
            "Date: ",
            "Message-ID: <",
            "It is your turn.",
        ] {
            assert!(has(&heard, beginning), "{beginning}: {heard:#?}");
        }
        assert!(!has(&heard, "RCPT TO:<all"), "{heard:#?}");
    }

    #[test]
    fn the_servers_reply_is_in_the_error() {
        let (port, _) = Server::Refuses.start();
        let error = send(&mail(format!("smtp://127.0.0.1:{port}"), false)).unwrap_err();
        assert!(error.contains("550") && error.contains("no such mailbox"), "{error}");
        assert!(!error.contains("bo@example.org"), "{error}");
    }

    #[test]
    fn tls_is_spoken_before_anything_is_said() {
        for (server, scheme, query) in
            [(Server::StartTls, "smtp", "?tls=required"), (Server::Tls, "smtps", "")]
        {
            let (port, heard) = server.start();
            let mail = mail(format!("{scheme}://ann:secret@localhost:{port}{query}"), true);
            send(&mail).unwrap();
            drop(mail);
            let heard = heard.join().unwrap();
            let login = heard.iter().position(|line| line.starts_with("AUTH")).unwrap();
            if server == Server::StartTls {
                assert_eq!(heard[1], "(TLS)", "{heard:#?}");
                assert!(login > 1, "{heard:#?}");
            }
            assert!(has(&heard, "It is your turn."));
        }
    }

    #[test]
    fn without_tls_a_password_does_not_leave_the_house() {
        // The server does not offer STARTTLS, or somebody on the way has taken the offer out.
        let (port, heard) = Server::Clear.start();
        let error =
            send(&mail(format!("smtp://ann:secret@localhost:{port}?tls=required"), true)).unwrap_err();
        assert!(error.contains("STARTTLS"), "{error}");
        assert!(!has(&heard.join().unwrap(), "AUTH"));
        // And one that offers it with a certificate that nobody vouches for.
        let (port, heard) = Server::StartTls.start();
        let error =
            send(&mail(format!("smtp://ann:secret@localhost:{port}?tls=required"), false)).unwrap_err();
        assert!(error.contains("certificate") || error.contains("UnknownIssuer"), "{error}");
        assert!(!has(&heard.join().unwrap(), "AUTH"));
    }

    #[test]
    fn a_wrong_address_is_refused_without_showing_its_password() {
        let new = |address| MailServer::new(address, "a@b.example", &[]);
        assert!(MailServer::new("", "", &[]).unwrap().is_none());
        for address in [
            "host",
            "http://host",
            "smtps://secret@host",
            "smtp://",
            "smtp://a:secret@host:port",
            "smtps://a:secret@host?tls=required",
            "smtp://a:secret@host?tls=perhaps",
        ] {
            let error = new(address).err().unwrap();
            assert!(!error.contains("secret"), "{error}");
        }
        assert!(MailServer::new("smtps://a:b@host", "nobody", &[]).is_err());
        assert!(MailServer::new("smtps://a:b@host", "", &[]).is_err());
        for address in ["smtps://a:b@host", "smtp://host", "smtp://a:p@ss@host:2525/", "smtps://a:b?c@host"] {
            assert!(new(address).is_ok(), "{address}");
        }
    }
}
