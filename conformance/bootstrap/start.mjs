// `npm start`: install what is missing, build, judge the native implementation, print the result.
import { prepare, run } from './prepare.mjs';

prepare({ tests: false });
process.exit(run(process.execPath, ['dist/custody.js', 'check', '--adapter', 'native', ...process.argv.slice(2)]));
