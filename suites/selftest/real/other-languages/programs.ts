import { fileURLToPath } from "node:url";

/** A program that holds the validators of a language. */
export interface Program {
  readonly language: string;
  /** Commands that start it, the fullest first; the first that works is taken. */
  readonly commands: readonly (readonly string[])[];
  /** What it needs of the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Prints the version of the tool. */
  readonly version: readonly string[];
  /** Those that take what no grammar takes, refuse an ordinary URL, or store another one: they are to be accused. */
  readonly unsound: readonly string[];
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Libraries are taken from where Debian's packages put them, besides where each tool looks itself. */
export const programs: readonly Program[] = [
  {
    language: "Python",
    commands: [["python3", here("python.py")]],
    version: ["python3", "--version"],
    unsound: [
      "urlparse and netloc",
      "urlparse and hostname",
      "urlparse, stored by geturl",
      "startswith alone",
      "a pattern with re.M",
      "Django forms.URLField",
      "rfc3986 Validator",
      "jsonschema format uri",
    ],
  },
  {
    language: "Ruby",
    commands: [["ruby", here("ruby.rb")]],
    version: ["ruby", "--version"],
    unsound: [
      "URI::HTTPS",
      "a pattern between ^ and $",
      "a pattern between \\A and \\z",
      "Addressable",
      "Addressable, normalized",
      "Active Model, the format of its guides",
    ],
  },
  {
    language: "PHP",
    commands: [["php", here("php.php")]],
    version: ["php", "--version"],
    unsound: ["parse_url alone", "FILTER_SANITIZE_URL", "htmlspecialchars", "Symfony Url"],
  },
  {
    language: "Perl",
    commands: [["perl", here("perl.pl")]],
    version: ["perl", "--version"],
    unsound: ["Data::Validate::URI, stored as returned", "Mojo::URL", "Mojo::URL, stored by to_string"],
  },
  {
    language: "Go",
    commands: [
      ["go", "run", here("go/main.go"), here("go/libraries.go")],
      ["go", "run", here("go/main.go"), here("go/no-libraries.go")],
    ],
    environment: { GO111MODULE: "off", GOPATH: "/usr/share/gocode" },
    version: ["go", "version"],
    unsound: [
      "url.Parse, its Scheme alone",
      "url.Parse with Host",
      "url.Parse with Hostname()",
      "url.ParseRequestURI with Host",
      "url.Parse, stored by String()",
      "url.Parse behind TrimSpace",
      "validator url",
      "validator uri",
      "govalidator IsRequestURL",
    ],
  },
  {
    language: "Java",
    commands: [["java", "-cp", "/usr/share/java/*", here("Java.java")]],
    version: ["java", "--version"],
    unsound: [
      "URI, its scheme alone",
      "URI, normalized",
      "URL, its protocol alone",
      "URL with protocol and host",
      "URL by way of toURI",
      "Apache Commons UrlValidator",
    ],
  },
];
