//! What brings to this machine what it lacks: the command of its own package manager.
use std::sync::OnceLock;

/// What may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// ffmpeg with every encoder that this program names.
    Ffmpeg,
    /// The assembler that openh264 is built with.
    Nasm,
    /// The library of espeak-ng.
    Espeak,
    /// Fonts of the world's scripts, by the Debian package that has them.
    Fonts(&'static str),
}

/// A package manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    /// Debian, Ubuntu.
    Apt,
    /// Fedora, RHEL.
    Dnf,
    /// Arch.
    Pacman,
    /// Alpine.
    Apk,
    /// openSUSE.
    Zypper,
    /// macOS.
    Brew,
    /// Windows.
    Winget,
}

use Manager::{Apk, Apt, Brew, Dnf, Pacman, Winget, Zypper};
use Thing::{Espeak, Ffmpeg, Fonts, Nasm};

/// Distributions by their `ID` or by one of `ID_LIKE`, the nearest kin.
const KIN: [(&str, Manager); 9] = [
    ("debian", Apt),
    ("ubuntu", Apt),
    ("fedora", Dnf),
    ("rhel", Dnf),
    ("centos", Dnf),
    ("arch", Pacman),
    ("alpine", Apk),
    ("suse", Zypper),
    ("opensuse", Zypper),
];

impl Manager {
    /// The one of this machine; apt, where nothing says.
    pub fn here() -> Self {
        static HERE: OnceLock<Manager> = OnceLock::new();
        *HERE.get_or_init(|| match std::env::consts::OS {
            "macos" => Brew,
            "windows" => Winget,
            _ => {
                let read = |path| std::fs::read_to_string(path).ok();
                let release = read("/etc/os-release").or_else(|| read("/usr/lib/os-release"));
                Self::of_release(&release.unwrap_or_default()).unwrap_or(Apt)
            }
        })
    }

    /// The one of a distribution, by the text of its os-release file; `None` when it is none of those known here.
    pub fn of_release(text: &str) -> Option<Self> {
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.trim().strip_prefix(key)?.strip_prefix('='));
            line.unwrap_or_default().trim_matches(['"', '\'']).to_owned()
        };
        let words = format!("{} {}", value("ID"), value("ID_LIKE"));
        // opensuse-leap, opensuse-tumbleweed.
        let of = |word: &str| KIN.iter().find(|(known, _)| word == *known || word.split('-').next() == Some(known));
        words.split_whitespace().find_map(of).map(|(_, manager)| *manager)
    }

    /// The command that adds things; `None` when this manager has no package of one.
    pub fn adds(self, things: &[Thing]) -> Option<String> {
        let mut packages: Vec<&str> = Vec::new();
        for thing in things {
            let package = self.package(*thing)?;
            if !packages.contains(&package) {
                packages.push(package);
            }
        }
        // Their own ffmpeg lacks libx264.
        let from = match self {
            Dnf if things.contains(&Ffmpeg) => " (from rpmfusion.org)",
            Zypper if things.contains(&Ffmpeg) => " (from packman.links2linux.org)",
            _ => "",
        };
        Some(format!("{} {}{from}", self.word(), packages.join(" ")))
    }

    fn word(self) -> &'static str {
        match self {
            Apt => "apt-get install",
            Dnf => "dnf install",
            Pacman => "pacman -S",
            Apk => "apk add",
            Zypper => "zypper install",
            Brew => "brew install",
            Winget => "winget install",
        }
    }

    fn package(self, thing: Thing) -> Option<&'static str> {
        Some(match (self, thing) {
            (Winget, Ffmpeg) => "Gyan.FFmpeg",
            (_, Ffmpeg) => "ffmpeg",
            (Winget, Nasm) => "NASM.NASM",
            (_, Nasm) => "nasm",
            (Apt, Espeak) => "libespeak-ng1",
            (Winget, Espeak) => "eSpeak-NG.eSpeak-NG",
            (_, Espeak) => "espeak-ng",
            (Apt, Fonts(debian)) => debian,
            (_, Fonts(debian)) => self.fonts(debian)?,
        })
    }

    /// Its package of the fonts that one of Debian's has.
    fn fonts(self, debian: &str) -> Option<&'static str> {
        let [core, cjk, emoji] = match self {
            Dnf => ["google-noto-fonts-all", "google-noto-sans-cjk-fonts", "google-noto-color-emoji-fonts"],
            Pacman => ["noto-fonts", "noto-fonts-cjk", "noto-fonts-emoji"],
            Apk => ["font-noto-all", "font-noto-cjk", "font-noto-emoji"],
            Brew => ["", "font-noto-sans-cjk", "font-noto-color-emoji"],
            Apt | Zypper | Winget => return None,
        };
        let name = match debian {
            "fonts-noto-cjk" => cjk,
            "fonts-noto-color-emoji" => emoji,
            _ => core,
        };
        (!name.is_empty()).then_some(name)
    }
}

/// The command that adds an ffmpeg here.
pub(super) fn add_ffmpeg() -> String {
    Manager::here().adds(&[Ffmpeg]).unwrap_or_default()
}
