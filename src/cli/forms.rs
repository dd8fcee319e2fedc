//! What kind of film is wanted: the command line's words about its form enter, a form and a recipe leave, checked against each other.
use super::{CliError, args, out};
use crate::film::encode::{Codec, Recipe};
use crate::film::{Form, KNOWN_FORMS, Kind, Quality, Subtitles};
use crate::vocabulary::CaptionStyle;
use std::io::IsTerminal;
use std::path::Path;

/// How the film is written down.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Writing {
    /// The film's form, whatever its name: mp4, mov, webm, mkv, gif, apng, webp, png (a folder), y4m or rgba
    #[arg(long, value_name = "FORM", value_parser = kind)]
    pub format: Option<Kind>,
    /// Leave the place out: what is behind the cartoon shows through it, in forms with alpha
    #[arg(long)]
    pub transparent: bool,
    /// Captions in the picture, as a file NAME.srt or NAME.vtt beside the film, or none
    #[arg(long, value_name = "WHERE", default_value = "burn")]
    captions: Captions,
    /// How good the film is to look, against how long it takes
    #[arg(long, value_name = "HOW", default_value = "good", value_parser = quality)]
    quality: Quality,
    /// The codec of an mp4
    #[arg(long, value_name = "CODEC")]
    codec: Option<Mp4>,
    /// Quality on the encoder's own scale, beside ffmpeg
    #[arg(long, value_name = "N")]
    crf: Option<u8>,
    /// Speed in the encoder's own word, beside ffmpeg
    #[arg(long, value_name = "WORD")]
    preset: Option<String>,
    /// ffmpeg's name of an encoder, such as h264_nvenc
    #[arg(long, value_name = "NAME")]
    encoder: Option<String>,
    /// How often a gif, apng or webp is shown; 0 for ever
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub plays: u16,
}

/// Where captions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Captions {
    /// Into the picture.
    Burn,
    /// Into NAME.srt.
    Srt,
    /// Into NAME.vtt.
    Vtt,
    /// Nowhere.
    None,
}

/// The codecs that an mp4 may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Mp4 {
    /// Plays everywhere
    H264,
    /// Half as large
    H265,
    /// Smaller still, and slow
    Av1,
}

fn kind(word: &str) -> Result<Kind, String> {
    let words: Vec<&str> = Kind::all().map(Kind::word).collect();
    Kind::parse(word).ok_or_else(|| format!("the forms are {}", words.join(", ")))
}

fn quality(word: &str) -> Result<Quality, String> {
    word.parse()
}

/// What is wanted.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// The form.
    pub form: Form,
    /// For ffmpeg or the embedded encoder.
    pub recipe: Option<Recipe>,
    /// The file beside the film.
    pub subtitles: Option<Subtitles>,
    /// Effort and looks.
    pub quality: Quality,
    /// Without the place.
    pub transparent: bool,
    /// How often it is shown.
    pub plays: u16,
}

impl Writing {
    /// The form that is wanted of `output`.
    ///
    /// # Errors
    /// When the words do not go together.
    pub fn wanted(&self, output: &Path) -> Result<Wanted, CliError> {
        let form = Form::of(output, self.format).ok_or_else(|| unknown(output, self.format))?;
        let subtitles = match self.captions {
            Captions::Srt => Some(Subtitles::Srt),
            Captions::Vtt => Some(Subtitles::Vtt),
            Captions::Burn | Captions::None => None,
        };
        if self.transparent && !form.kind.keeps_alpha() {
            let keep: Vec<&str> = Kind::all().filter(|kind| kind.keeps_alpha()).map(Kind::word).collect();
            let message = format!("{} has no alpha: nothing can show through it", form.kind.word());
            return Err(CliError::usage(message).hint(format!("these have: {}", keep.join(", "))));
        }
        if form.is_pipe() && subtitles.is_some() {
            return Err(CliError::usage("a pipe has no place beside it for captions").hint("give the film a name"));
        }
        if form.is_pipe() && std::io::stdout().is_terminal() {
            let hint = "into another program: jabber-render FILE -o - | ffplay -";
            return Err(CliError::usage("standard output is a terminal, which shows no film").hint(hint));
        }
        let recipe = self.recipe(form.kind)?;
        let Self { quality, transparent, plays, .. } = *self;
        Ok(Wanted { form, recipe, subtitles, quality, transparent, plays })
    }

    /// The form of an output, where there is one of that name.
    pub fn kind_of(&self, output: &Path) -> Option<Kind> {
        Form::of(output, self.format).map(|form| form.kind)
    }

    /// Whether captions are asked for that are no part of the picture.
    pub fn has_captions_beside(&self) -> bool {
        self.captions != Captions::Burn
    }

    /// Whether nothing is said of how the film is encoded.
    pub fn says_nothing(&self) -> bool {
        let Self { transparent, quality, codec, crf, preset, encoder, plays, .. } = self;
        let own = crf.is_none() && preset.is_none() && encoder.is_none();
        own && codec.is_none() && !transparent && *plays == 0 && *quality == Quality::Good
    }

    /// The form that is wanted of `output` for pictures that are there, through which something shows or not.
    ///
    /// # Errors
    /// As [`Writing::wanted`], and when nothing shows through pictures that something should show through.
    pub fn of_pictures(&self, output: &Path, alpha: bool) -> Result<Wanted, CliError> {
        if self.transparent && !alpha {
            let message = "nothing shows through the parts: --transparent comes too late";
            return Err(CliError::usage(message).hint("make the parts with --transparent"));
        }
        Self { transparent: alpha, ..self.clone() }.wanted(output)
    }

    /// What ffmpeg is to be told, if it is to make the film.
    fn recipe(&self, kind: Kind) -> Result<Option<Recipe>, CliError> {
        let codec = match (kind, self.codec) {
            (Kind::Mp4, asked) => self.mp4(asked)?,
            (_, Some(_)) => return Err(CliError::usage(format!("--codec is for mp4: {} has one codec", kind.word()))),
            (Kind::Mov, None) => Codec::ProRes,
            (Kind::Webm, None) => Codec::Vp9,
            (Kind::Mkv, None) => Codec::Ffv1,
            _ => {
                let words = [
                    ("--crf", self.crf.is_some()),
                    ("--preset", self.preset.is_some()),
                    ("--encoder", self.encoder.is_some()),
                ];
                let given = words.into_iter().find(|(_, given)| *given);
                return given.map_or(Ok(None), |(word, _)| {
                    let message = format!("{word} is for forms that ffmpeg makes: mp4, mov, webm, mkv");
                    Err(CliError::usage(message).hint("--quality draft|good|best is for all"))
                });
            }
        };
        let recipe = Recipe {
            codec,
            alpha: self.transparent,
            quality: self.quality,
            crf: self.crf,
            preset: self.preset.clone(),
            encoder: self.encoder.clone(),
            note: None,
        };
        match recipe.lacks() {
            Some(word) => Err(CliError::usage(format!("the encoder {} has no {word}", recipe.encoder()))),
            None => Ok(Some(recipe)),
        }
    }

    /// The codec of an mp4: the one asked for, else that of the encoder's name.
    fn mp4(&self, asked: Option<Mp4>) -> Result<Codec, CliError> {
        let encoder = self.encoder.as_deref().unwrap_or_default();
        let words = [("264", Mp4::H264), ("265", Mp4::H265), ("hevc", Mp4::H265), ("av1", Mp4::Av1)];
        let named = words.into_iter().find(|(word, _)| encoder.contains(word)).map(|(_, codec)| codec);
        match (asked.or(named).unwrap_or(Mp4::H264), named) {
            (asked, Some(named)) if asked != named => {
                let word = clap::ValueEnum::to_possible_value(&asked)
                    .map_or_else(String::new, |word| word.get_name().to_owned());
                Err(CliError::usage(format!("the encoder {encoder} makes no {word}")))
            }
            (Mp4::H264, _) => Ok(Codec::H264),
            (Mp4::H265, _) => Ok(Codec::H265),
            (Mp4::Av1, _) => Ok(Codec::Av1),
        }
    }

    /// How the picture is drawn, with what is said of captions here.
    pub fn picture(&self, picture: &args::Picture) -> args::Picture {
        let mut picture = picture.clone();
        if self.captions != Captions::Burn {
            picture.captions.style = Some(CaptionStyle::None);
        }
        picture
    }
}

impl Wanted {
    /// Says what of the cartoon the form cannot hold.
    pub fn tell(&self, (width, height): (u32, u32), fps: f64) {
        let kind = self.form.kind;
        let (even_width, even_height) = self.form.size(width, height);
        if (even_width, even_height) != (width, height) {
            let name = match &self.recipe {
                Some(recipe) if recipe.codec == Codec::H265 => "H.265",
                Some(recipe) if recipe.codec == Codec::Av1 => "AV1",
                Some(recipe) if recipe.codec == Codec::Vp9 => "VP9",
                Some(_) => "H.264",
                None => "Y4M",
            };
            out::notice(format!("{name} needs even sides: the film is padded to {even_width}x{even_height}"));
        }
        let Kind::Moving(moving) = kind else { return };
        if moving == crate::film::animate::Moving::Gif && fps > 50.0 {
            out::notice("a GIF shows 50 frames a second at most: those between are left out");
        } else if fps > 90.0 {
            out::notice(format!("browsers show a {} slower than this: 90 frames a second are the most", kind.word()));
        }
    }
}

/// What to say of an output that has no form.
fn unknown(output: &Path, format: Option<Kind>) -> CliError {
    let known = format!("known forms: {KNOWN_FORMS}");
    if let Some(kind) = format {
        let hint = "--format y4m or rgba goes to a pipe; the others need a name";
        return CliError::usage(format!("a pipe takes no {}", kind.word())).hint(hint);
    }
    let message = match output.extension() {
        Some(extension) => format!("{}: no film form is named .{}", output.display(), extension.to_string_lossy()),
        None => format!("{}: the name does not say which form the film has", output.display()),
    };
    let still = output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    let hint =
        if still { format!("{known}; for one picture: jabber-render still FILE --at T -o NAME.png") } else { known };
    CliError::usage(message).hint(hint)
}
