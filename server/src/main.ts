import { runCommand } from './cli/run-command.ts'
import { startServer } from './serve.ts'

// Files of this process, above all databases, are readable only by its own user.
process.umask(0o077)
// The only file that reads the environment and the arguments.
const code = await runCommand(process.argv.slice(2), { environment: process.env, startServer })
if (code !== null) process.exit(code)
