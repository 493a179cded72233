//! Mail, for notices: hands one message to a mail server over SMTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::words;

/// Nothing of the conversation takes longer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that takes our mail.
pub(crate) struct MailServer {
    host: String,
    port: u16,
    /// Over TLS from the first byte? Otherwise in the clear, for a server on the same machine.
    tls: Option<Arc<ClientConfig>>,
    /// Name and password.
    login: Option<(String, String)>,
    from: String,
}

/// A connection, in the clear or not.
trait Line: Read + Write {}
impl<T: Read + Write> Line for T {}

impl MailServer {
    /// The server at `smtps://user:password@host:port` or `smtp://host:port`; none for an empty address.
    pub(crate) fn new(address: &str, from: &str) -> Result<Option<MailServer>, String> {
        if address.is_empty() {
            return Ok(None);
        }
        if from.is_empty() || words::mail(from).is_err() {
            return Err("Set mail-from to the address that mail comes from.".to_owned());
        }
        // The address may hold a password: it is not repeated.
        let wrong = || "The option smtp is no address such as smtps://user:password@host.".to_owned();
        let (scheme, rest) = address.split_once("://").ok_or_else(wrong)?;
        let (login, place) = match rest.trim_end_matches('/').rsplit_once('@') {
            Some((login, place)) => (Some(login.split_once(':').ok_or_else(wrong)?), place),
            None => (None, rest.trim_end_matches('/')),
        };
        let (tls, usual) = match scheme {
            "smtps" => (Some(trust()), 465),
            "smtp" => (None, 25),
            _ => return Err(wrong()),
        };
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().map_err(|_| wrong())?),
            None => (place, usual),
        };
        if host.is_empty() {
            return Err(wrong());
        }
        let login = login.map(|(name, password)| (name.to_owned(), password.to_owned()));
        Ok(Some(MailServer { host: host.to_owned(), port, tls, login, from: from.to_owned() }))
    }

    /// Sends one message. Waits for the server.
    pub(crate) fn send(&self, to: &str, subject: &str, text: &str) -> Result<(), String> {
        // An address that was checked when it was given is checked again before it becomes part of a command.
        words::mail(to).map_err(|refusal| refusal.to_string())?;
        self.converse(to, subject, text).map_err(|error| error.to_string())
    }

    fn converse(&self, to: &str, subject: &str, text: &str) -> std::io::Result<()> {
        let mut line = Talk(BufReader::new(self.connect()?));
        line.hear(b'2')?;
        line.say("EHLO sanguis", b'2')?;
        if let Some((name, password)) = &self.login {
            let login = BASE64_STANDARD.encode(format!("\0{name}\0{password}"));
            line.say(&format!("AUTH PLAIN {login}"), b'2')?;
        }
        line.say(&format!("MAIL FROM:<{}>", self.from), b'2')?;
        line.say(&format!("RCPT TO:<{to}>"), b'2')?;
        line.say("DATA", b'3')?;
        let head = format!("From: Sanguis <{}>\r\nTo: <{to}>\r\nSubject: {subject}\r\n", self.from);
        let kind = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n";
        line.say(&format!("{head}{kind}\r\n{}\r\n.", BASE64_STANDARD.encode(text)), b'2')?;
        line.say("QUIT", b'2')
    }

    fn connect(&self) -> std::io::Result<Box<dyn Line>> {
        let address = (self.host.as_str(), self.port).to_socket_addrs()?.next();
        let address = address.ok_or_else(|| std::io::Error::other("the mail server has no address"))?;
        let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let Some(tls) = &self.tls else { return Ok(Box::new(stream)) };
        let name = ServerName::try_from(self.host.clone()).map_err(std::io::Error::other)?;
        let connection = ClientConnection::new(tls.clone(), name).map_err(std::io::Error::other)?;
        Ok(Box::new(StreamOwned::new(connection, stream)))
    }
}

/// A conversation with a server.
struct Talk(BufReader<Box<dyn Line>>);

impl Talk {
    fn say(&mut self, words: &str, expected: u8) -> std::io::Result<()> {
        self.0.get_mut().write_all(format!("{words}\r\n").as_bytes())?;
        self.0.get_mut().flush()?;
        self.hear(expected)
    }

    /// Hears an answer of one or several lines; it must begin with this digit.
    fn hear(&mut self, expected: u8) -> std::io::Result<()> {
        loop {
            let mut line = String::new();
            self.0.by_ref().take(2000).read_line(&mut line)?;
            let bytes = line.as_bytes();
            if bytes.first() != Some(&expected) {
                return Err(std::io::Error::other("the mail server said no"));
            }
            if bytes.get(3) != Some(&b'-') {
                return Ok(());
            }
        }
    }
}

/// Servers are known by the usual authorities.
fn trust() -> Arc<ClientConfig> {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    // These versions are what the provider was built with.
    let builder = builder.expect("the provider speaks TLS 1.2 and 1.3");
    Arc::new(builder.with_root_certificates(roots).with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_handed_over() {
        let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("smtp://ann:secret@127.0.0.1:{}", server.local_addr().unwrap().port());
        let heard = std::thread::spawn(move || {
            let (stream, _) = server.accept().unwrap();
            let mut out = stream.try_clone().unwrap();
            out.write_all(b"220 here\r\n").unwrap();
            let (mut heard, mut in_letter) = (Vec::new(), false);
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let answer: &[u8] = match line.as_str() {
                    "EHLO sanguis" => b"250-here\r\n250 AUTH PLAIN\r\n",
                    "DATA" => b"354 go on\r\n",
                    "." => b"250 taken\r\n",
                    _ if in_letter => b"",
                    _ => b"250 ok\r\n",
                };
                in_letter = (in_letter || line == "DATA") && line != ".";
                out.write_all(answer).unwrap();
                heard.push(line);
            }
            heard
        });
        let mail = MailServer::new(&address, "house@example.org").unwrap().unwrap();
        mail.send("bo@example.org", "BloodLust: your turn", "It is your turn.").unwrap();
        let heard = heard.join().unwrap();
        assert!(heard.contains(&"RCPT TO:<bo@example.org>".to_owned()), "{heard:?}");
        assert!(heard.contains(&BASE64_STANDARD.encode("It is your turn.")));
        assert!(mail.send("bo@example.org>\r\nRCPT TO:<all", "x", "y").is_err());
    }

    #[test]
    fn a_bad_address_is_refused_without_its_password() {
        assert!(MailServer::new("", "").unwrap().is_none());
        for address in ["host", "http://host", "smtps://secret@host", "smtp://", "smtp://a:secret@host:port"]
        {
            let error = MailServer::new(address, "a@b.example").err().unwrap();
            assert!(!error.contains("secret"), "{error}");
        }
        assert!(MailServer::new("smtps://a:b@host", "nobody").is_err());
        assert!(MailServer::new("smtps://a:b@host", "a@b.example").is_ok());
    }
}
