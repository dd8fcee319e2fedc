//! The C interface of libespeak-ng, as far as it is used (espeak-ng 1.49 and later, `speak_lib.h`). The one place of this program that is not
//! checked by the compiler; it runs in a worker only.
#![allow(unsafe_code)]
use libloading::{Library, Symbol};
use std::ffi::{CStr, CString, c_char, c_int, c_short, c_uint, c_void};
use std::sync::Mutex;

/// Where the library is, by the names it has on Linux, macOS and Windows.
const NAMES: [&str; 8] = [
    "libespeak-ng.so.1",
    "libespeak-ng.so",
    "libespeak-ng.1.dylib",
    "libespeak-ng.dylib",
    "/opt/homebrew/lib/libespeak-ng.dylib",
    "/usr/local/lib/libespeak-ng.dylib",
    "libespeak-ng.dll",
    "C:\\Program Files\\eSpeak NG\\libespeak-ng.dll",
];

/// `AUDIO_OUTPUT_SYNCHRONOUS`: a call speaks the whole text.
const SYNCHRONOUS: c_int = 2;
/// `espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA | espeakINITIALIZE_DONT_EXIT`.
const OPTIONS: c_int = 1 | 2 | 0x8000;
/// `espeakCHARS_UTF8`.
const UTF8: c_uint = 1;
/// `POS_CHARACTER`.
const BY_CHARACTER: c_int = 1;
/// `espeakRATE`, `espeakPITCH`, `espeakRANGE`.
const RATE: c_int = 1;
const PITCH: c_int = 3;
const RANGE: c_int = 4;
/// `espeakEVENT_LIST_TERMINATED`, `espeakEVENT_PHONEME`.
const END_OF_LIST: c_int = 0;
const PHONEME: c_int = 7;

/// `espeak_EVENT`.
#[repr(C)]
struct Event {
    kind: c_int,
    identifier: c_uint,
    text_position: c_int,
    length: c_int,
    audio_position: c_int,
    sample: c_int,
    user_data: *mut c_void,
    /// A union; of a phoneme its name.
    id: [u8; 8],
}

/// `espeak_VOICE`.
#[repr(C)]
struct Voice {
    name: *const c_char,
    languages: *const c_char,
    identifier: *const c_char,
    /// Gender, age, variant, and one more.
    small: [u8; 4],
    score: c_int,
    spare: *mut c_void,
}

/// Samples, and phonemes by their seconds.
type Spoken = (Vec<i16>, Vec<(f64, String)>);

/// What the library has spoken of the present text.
static SPOKEN: Mutex<Spoken> = Mutex::new((Vec::new(), Vec::new()));

extern "C" fn hear(wave: *mut c_short, count: c_int, events: *mut Event) -> c_int {
    let mut spoken = SPOKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if !wave.is_null() && count > 0 {
        // SAFETY: the library gives `count` samples at `wave`, valid during this call.
        spoken.0.extend_from_slice(unsafe { std::slice::from_raw_parts(wave, count as usize) });
    }
    let mut at = events;
    // SAFETY: the library gives a list of events that one of the kind END_OF_LIST ends, valid during this call.
    while let Some(event) = unsafe { at.as_ref() }.filter(|event| event.kind != END_OF_LIST) {
        if event.kind == PHONEME {
            let name = event.id.split(|byte| *byte == 0).next().unwrap_or_default();
            spoken.1.push((f64::from(event.audio_position) / 1000.0, String::from_utf8_lossy(name).into_owned()));
        }
        // SAFETY: as above; the last of the list is not gone past.
        at = unsafe { at.add(1) };
    }
    0
}

/// The library, ready to speak.
pub struct Api {
    library: Library,
    /// Samples a second.
    pub rate: usize,
}

impl Api {
    /// Loads the library.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn load() -> Result<Api, String> {
        // SAFETY: loading runs the library's own start, which it is made for.
        let library = NAMES.iter().find_map(|name| unsafe { Library::new(name) }.ok());
        let library = library.ok_or("libespeak-ng is not installed")?;
        // SAFETY: the types are those of `speak_lib.h`, here and below.
        let rate = unsafe {
            let initialize: Symbol<extern "C" fn(c_int, c_int, *const c_char, c_int) -> c_int> =
                library.get(b"espeak_Initialize\0").map_err(|fault| fault.to_string())?;
            let rate = initialize(SYNCHRONOUS, 0, std::ptr::null(), OPTIONS);
            let listen: Symbol<extern "C" fn(extern "C" fn(*mut c_short, c_int, *mut Event) -> c_int)> =
                library.get(b"espeak_SetSynthCallback\0").map_err(|fault| fault.to_string())?;
            listen(hear);
            rate
        };
        let rate = usize::try_from(rate).ok().filter(|rate| *rate > 0);
        Ok(Api { library, rate: rate.ok_or("libespeak-ng does not find its data")? })
    }

    /// Its version, such as `1.51`; nothing where it does not tell.
    pub fn version(&self) -> String {
        // SAFETY: the path is not asked for; the text is the library's own, and a zero byte ends it.
        unsafe {
            type Info = extern "C" fn(*mut *const c_char) -> *const c_char;
            let Ok(info) = self.library.get::<Info>(b"espeak_Info\0") else { return String::new() };
            let text = info(std::ptr::null_mut());
            if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().trim().to_owned() }
        }
    }

    /// Takes a voice by its name, or a language's, with `+` and a variant after it or not; false when there is none.
    pub fn voice(&self, name: &str) -> Result<bool, String> {
        if self.take(name)? {
            return Ok(true);
        }
        let (language, variant) =
            name.split_once('+').map_or((name, None), |(language, variant)| (language, Some(variant)));
        let known = self.known();
        let Some((_, file)) = known.iter().find(|(own, _)| own.eq_ignore_ascii_case(language)) else {
            return Ok(false);
        };
        self.take(&variant.map_or(file.clone(), |variant| format!("{file}+{variant}")))
    }

    fn take(&self, name: &str) -> Result<bool, String> {
        let name = CString::new(name).map_err(|_| "a voice's name has no zero byte".to_owned())?;
        // SAFETY: a name that a zero byte ends.
        unsafe {
            let set: Symbol<extern "C" fn(*const c_char) -> c_int> =
                self.library.get(b"espeak_SetVoiceByName\0").map_err(|fault| fault.to_string())?;
            Ok(set(name.as_ptr()) == 0)
        }
    }

    /// The languages there are voices for.
    pub fn languages(&self) -> Vec<String> {
        let mut out: Vec<String> = self.known().into_iter().map(|(language, _)| language).collect();
        out.sort();
        out.dedup();
        out
    }

    /// The variants there are, as they stand after `+`; the library takes any, and says nothing of one it does not know.
    pub fn variants(&self) -> Vec<String> {
        let all = Voice {
            name: std::ptr::null(),
            languages: c"variant".as_ptr(),
            identifier: std::ptr::null(),
            small: [0; 4],
            score: 0,
            spare: std::ptr::null_mut(),
        };
        let files = self.list(&all).into_iter().map(|(_, file)| file);
        let mut out: Vec<String> =
            files.filter_map(|file| file.rsplit(['/', '\\']).next().map(str::to_owned)).collect();
        out.sort();
        out.dedup();
        out
    }

    /// The voices there are: their languages and their files.
    fn known(&self) -> Vec<(String, String)> {
        self.list(std::ptr::null())
    }

    /// Voices like this one; of none, all languages'.
    fn list(&self, like: *const Voice) -> Vec<(String, String)> {
        let mut out = Vec::new();
        // SAFETY: the library reads `like` during the call, and gives a list of voices that a null pointer ends; a voice's `languages` is a priority
        // byte and a text.
        unsafe {
            type List = extern "C" fn(*const Voice) -> *const *const Voice;
            let Ok(list) = self.library.get::<List>(b"espeak_ListVoices\0") else { return out };
            let mut at = list(like);
            while !at.is_null() && !(*at).is_null() {
                let voice = &**at;
                let text = |at: *const c_char| CStr::from_ptr(at).to_string_lossy().into_owned();
                if !voice.languages.is_null() && !voice.identifier.is_null() && *voice.languages != 0 {
                    out.push((text(voice.languages.add(1)), text(voice.identifier)));
                }
                at = at.add(1);
            }
        }
        out
    }

    /// Words a minute, pitch and range of what is spoken next.
    pub fn set(&self, rate: i32, pitch: i32, range: i32) -> Result<(), String> {
        // SAFETY: numbers only.
        unsafe {
            let set: Symbol<extern "C" fn(c_int, c_int, c_int) -> c_int> =
                self.library.get(b"espeak_SetParameter\0").map_err(|fault| fault.to_string())?;
            for (parameter, value) in [(RATE, rate), (PITCH, pitch), (RANGE, range)] {
                set(parameter, value, 0);
            }
        }
        Ok(())
    }

    /// Speaks a text: samples, and phonemes by their seconds.
    pub fn speak(&self, text: &str) -> Result<Spoken, String> {
        let text = CString::new(text.replace('\0', " ")).map_err(|fault| fault.to_string())?;
        let taken = || std::mem::take(&mut *SPOKEN.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
        drop(taken());
        // SAFETY: a text of that many bytes that a zero byte ends; the library keeps no pointer to it.
        let code = unsafe {
            type Synth =
                extern "C" fn(*const c_void, usize, c_uint, c_int, c_uint, c_uint, *mut c_uint, *mut c_void) -> c_int;
            let synth: Symbol<Synth> = self.library.get(b"espeak_Synth\0").map_err(|fault| fault.to_string())?;
            let size = text.as_bytes_with_nul().len();
            synth(text.as_ptr().cast(), size, 0, BY_CHARACTER, 0, UTF8, std::ptr::null_mut(), std::ptr::null_mut())
        };
        match (code, taken()) {
            (0, (samples, _)) if samples.is_empty() => Err("libespeak-ng says nothing of it".to_owned()),
            (0, spoken) => Ok(spoken),
            (code, _) => Err(format!("libespeak-ng fails ({code})")),
        }
    }
}
