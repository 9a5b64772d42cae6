// What a bare clone lacks: checks the tools, installs packages, builds TypeScript and the native addons.
// Plain JavaScript on purpose: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const NODE_MIN = [20, 17];

/** Ends the process with one clear sentence. */
export function stop(sentence, status = 2) {
  console.error(`custody: ${sentence}`);
  process.exit(status);
}

/** Runs a command with its output shown; returns its exit status. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error !== undefined) stop(`cannot run ${command}: ${error.message}`);
  return status ?? 1;
}

function say(what) {
  console.log(`custody: ${what}`);
}

function need(command, args, sentence) {
  const found = spawnSync(command, args, { stdio: 'ignore' });
  if (found.error !== undefined || found.status !== 0) stop(sentence);
}

function checkTools() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
    stop(`Node ${process.versions.node} is too old; install Node ${NODE_MIN.join('.')} or newer from https://nodejs.org`);
  }
  need('npm', ['--version'], 'npm is missing; it comes with Node, see https://nodejs.org');
  need('cargo', ['--version'], 'cargo is missing; install Rust 1.95 or newer from https://rustup.rs');
}

/** `npm ci` in `folder`, unless its lock file is the one last installed. */
function installPackages(folder) {
  const lock = createHash('sha256').update(readFileSync(join(root, folder, 'package-lock.json'))).digest('hex');
  const stamp = join(root, folder, 'node_modules', '.custody-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say(`installing npm packages (npm ci in ${folder}) ...`);
  if (run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: join(root, folder) }) !== 0) stop('npm ci failed; see its output above', 1);
  writeFileSync(stamp, lock);
}

function libraryName() {
  if (process.platform === 'darwin') return 'libcustody_node.dylib';
  return process.platform === 'win32' ? 'custody_node.dll' : 'libcustody_node.so';
}

/** Builds the addon with `features` into its own target folder and copies it to `name`.node. */
function buildAddon(name, features) {
  say(`building the native implementation (${name}) ...`);
  const target = join(root, 'native', 'target', name);
  const args = ['build', '--release', '--locked', '--manifest-path', 'native/Cargo.toml', '-p', 'custody-node', '--target-dir', target];
  if (run('cargo', features === '' ? args : [...args, '--features', features]) !== 0) stop('cargo build failed; see its output above', 1);
  const built = join(target, 'release', libraryName());
  const addon = join(root, 'native', 'target', `${name}.node`);
  if (!existsSync(addon) || statSync(addon).mtimeMs < statSync(built).mtimeMs) copyFileSync(built, addon);
}

/** Leaves a checkout in which every command works; `tests` adds what only the tests need. */
export function prepare({ tests }) {
  checkTools();
  installPackages('.');
  say('building TypeScript ...');
  if (run('npm', ['run', '--silent', 'build']) !== 0) stop('the TypeScript build failed; see its output above', 1);
  mkdirSync(join(root, 'native', 'target'), { recursive: true });
  buildAddon('custody', '');
  if (!tests) return;
  // The machine extractor wants xstate 4 as its peer, so it lives in a folder of its own.
  installPackages('generator/extractor');
  buildAddon('custody-mutants', 'mutants');
}
