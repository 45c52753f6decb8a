import {defineConfig} from 'vitest/config';

export default defineConfig({test: {include: ['test/**/*.test.ts'], reporters: ['tap-flat'], testTimeout: 60_000}});
