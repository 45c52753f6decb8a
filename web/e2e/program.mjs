import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir} from 'node:fs/promises';
import {createServer} from 'node:net';

export const TOKEN = 'a-token-for-the-page-0123456789';

/** `tenon serve` as it is installed, on one port for all its starts. */
export class Program {
  constructor(launcher, folder, model) {
    this.launcher = launcher;
    this.folder = folder;
    this.project = `${folder}/project`;
    this.model = model;
    /** More folders that are served. */
    this.more = [];
  }

  async start() {
    await mkdir(this.project, {recursive: true});
    await mkdir(`${this.folder}/home`, {recursive: true});
    this.port ??= await freePort();
    this.url = `http://127.0.0.1:${this.port}`;
    this.process = spawn(this.launcher, ['serve', '--port', String(this.port), '--model', 'anthropic/claude-opus-4-6', ...this.more], {
      cwd: this.project,
      env: {
        ...process.env,
        HOME: `${this.folder}/home`,
        TENON_HOME: `${this.folder}/home/tenon`,
        TENON_TOKEN: TOKEN,
        ANTHROPIC_API_KEY: 'sk-ant-for-the-page',
        ANTHROPIC_BASE_URL: this.model,
        // Small enough to be met, and the dialect in which files can be moved.
        TENON_SERVER_MAX_RUNNING_JOBS: '2',
        TENON_SERVER_MAX_BODY_BYTES: '300000',
        TENON_EDIT_DIALECT: 'apply_patch',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.said = '';
    const hear = (data) => (this.said += data);
    this.process.stderr.on('data', hear);
    await new Promise((resolve, reject) => {
      this.process.stdout.on('data', (data) => {
        hear(data);
        if (this.said.includes('listening on')) resolve();
      });
      this.process.once('exit', () => reject(new Error(`tenon serve ended: ${this.said}`)));
    });
  }

  async stop(signal = 'SIGTERM') {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill(signal);
    await ended;
  }
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
