import {LanguageSupport, StreamLanguage, type StreamParser} from '@codemirror/language';

type Load = () => Promise<LanguageSupport>;

function stream<T>(parser: StreamParser<T>): LanguageSupport {
  return new LanguageSupport(StreamLanguage.define(parser));
}

const LOADERS: Record<string, Load> = {
  java: async () => (await import('@codemirror/lang-java')).java(),
  js: async () => (await import('@codemirror/lang-javascript')).javascript(),
  ts: async () => (await import('@codemirror/lang-javascript')).javascript({typescript: true}),
  jsx: async () => (await import('@codemirror/lang-javascript')).javascript({jsx: true}),
  tsx: async () =>
    (await import('@codemirror/lang-javascript')).javascript({jsx: true, typescript: true}),
  json: async () => (await import('@codemirror/lang-json')).json(),
  md: async () => (await import('@codemirror/lang-markdown')).markdown(),
  py: async () => (await import('@codemirror/lang-python')).python(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  c: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).c),
  cpp: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).cpp),
  cs: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).csharp),
  kt: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).kotlin),
  scala: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).scala),
  dart: async () => stream((await import('@codemirror/legacy-modes/mode/clike')).dart),
  go: async () => stream((await import('@codemirror/legacy-modes/mode/go')).go),
  groovy: async () => stream((await import('@codemirror/legacy-modes/mode/groovy')).groovy),
  rs: async () => stream((await import('@codemirror/legacy-modes/mode/rust')).rust),
  rb: async () => stream((await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  swift: async () => stream((await import('@codemirror/legacy-modes/mode/swift')).swift),
  lua: async () => stream((await import('@codemirror/legacy-modes/mode/lua')).lua),
  pl: async () => stream((await import('@codemirror/legacy-modes/mode/perl')).perl),
  sh: async () => stream((await import('@codemirror/legacy-modes/mode/shell')).shell),
  sql: async () => stream((await import('@codemirror/legacy-modes/mode/sql')).standardSQL),
  toml: async () => stream((await import('@codemirror/legacy-modes/mode/toml')).toml),
  xml: async () => stream((await import('@codemirror/legacy-modes/mode/xml')).xml),
  yaml: async () => stream((await import('@codemirror/legacy-modes/mode/yaml')).yaml),
  properties: async () => stream((await import('@codemirror/legacy-modes/mode/properties')).properties),
  diff: async () => stream((await import('@codemirror/legacy-modes/mode/diff')).diff),
  dockerfile: async () => stream((await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
};

const ALIASES: Record<string, string> = {
  mjs: 'js',
  cjs: 'js',
  mts: 'ts',
  cts: 'ts',
  h: 'c',
  cc: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  kts: 'kt',
  gradle: 'groovy',
  markdown: 'md',
  htm: 'html',
  vue: 'html',
  svg: 'xml',
  pom: 'xml',
  bash: 'sh',
  zsh: 'sh',
  yml: 'yaml',
  scss: 'css',
  jsonc: 'json',
  ini: 'properties',
  conf: 'properties',
  env: 'properties',
  patch: 'diff',
};

/** The language of a file by its name, fetched when it is first needed. */
export function languageOf(path: string): Load | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return LOADERS[ALIASES[ending] ?? ending];
}
