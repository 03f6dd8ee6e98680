/** A length and a list of common passwords, without composition rules (NIST SP 800-63B, 5.1.1.2). */
const passwordLength = { least: 12, most: 256 } as const;

/** Returns why a password is not acceptable, as text for the user; undefined if it is acceptable. */
export function passwordProblem(password: string, email: string): string | undefined {
  const { least, most } = passwordLength;
  const { length } = password;
  if (length < least) return `must have at least ${least} characters: a few words will do`;
  if (length > most) return `must have at most ${most} characters`;
  const plain = password.normalize("NFKC").toLowerCase();
  if (new Set(plain).size < 5) return "has too few different characters";
  if (isRun(plain)) return "is a run of the keyboard or the alphabet";
  const [name = ""] = email.toLowerCase().split("@");
  const own = [email.toLowerCase(), ...(name.length >= 4 ? [name] : []), "gaffe"];
  const rest = [...own, ...common].reduce((text, known) => text.replaceAll(known, ""), plain);
  if (rest.replace(/[^\p{L}]/gu, "").length < 4 && rest.length < least) {
    return "consists of commonly guessed words";
  }
  return undefined;
}

/** Common parts of leaked passwords; longer ones consist of these and digits. */
const common = [
  "password",
  "passwort",
  "passw0rd",
  "p@ssw0rd",
  "p@ssword",
  "qwertyuiop",
  "qwerty",
  "letmein",
  "welcome",
  "iloveyou",
  "administrator",
  "admin",
  "changeme",
  "secret",
  "trustno1",
  "sunshine",
  "princess",
  "football",
  "baseball",
  "monkey",
  "dragon",
  "master",
  "superman",
  "hello",
  "test",
];

const runs = ["abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "1234567890123456789012345678901234567890"];

function isRun(text: string): boolean {
  const backwards = text.split("").reverse().join("");
  const half = text.slice(0, Math.floor(text.length / 2));
  return (
    runs.some((run) => run.includes(text) || run.includes(backwards)) ||
    (text.length % 2 === 0 && half.length < 8 && text === half + half)
  );
}
