import type {LanguageSupport} from '@codemirror/language';

type Load = () => Promise<LanguageSupport>;

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
};

const ALIASES: Record<string, string> = {
  mjs: 'js',
  cjs: 'js',
  mts: 'ts',
  cts: 'ts',
  kt: 'java',
  markdown: 'md',
  htm: 'html',
  xml: 'html',
  svg: 'html',
};

/** The language of a file by its name, fetched when it is first needed. */
export function languageOf(path: string): Load | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return LOADERS[ALIASES[ending] ?? ending];
}
