import {readFileSync, existsSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import react from '@vitejs/plugin-react';
import {defineConfig, type Plugin} from 'vite';

/** The licenses of all that is in the bundle, as a file beside it. */
function licenses(): Plugin {
  const packageOf = (file: string): string | undefined => {
    const at = file.lastIndexOf('node_modules/');
    if (at < 0) return undefined;
    const [scope, name] = file.slice(at + 'node_modules/'.length).split('/');
    const root = file.slice(0, at) + 'node_modules/' + scope;
    return scope?.startsWith('@') ? `${root}/${name}` : root;
  };
  return {
    name: 'licenses',
    generateBundle(_, bundle) {
      const packages = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const folder = packageOf(id.replace(/^\0/, ''));
          if (folder) packages.add(folder);
        }
      }
      const texts = [...packages].sort().map((folder) => {
        const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
          name: string;
          version: string;
          license?: string;
        };
        const file = readdirSync(folder).find((name) => /^licen[sc]e/i.test(name));
        const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '';
        return `${about.name} ${about.version} (${about.license ?? 'see its text'})\n\n${text.trim()}\n`;
      });
      this.emitFile({type: 'asset', fileName: 'assets/licenses.txt', source: texts.join('\n---\n\n')});
    },
  };
}

export default defineConfig({
  root: dirname(new URL(import.meta.url).pathname),
  plugins: [react(), licenses()],
  build: {
    outDir: 'target/dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {polyfill: false},
    chunkSizeWarningLimit: 2000,
  },
});
