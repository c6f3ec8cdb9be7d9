import type { Program } from '../program.ts'
import { aider } from './aider.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { geminiCli } from './gemini-cli.ts'
import { libraries } from './libraries.ts'
import { opencode } from './opencode.ts'
import { qwenCode } from './qwen-code.ts'

/** All programs, in the order of the page. */
export const programs: readonly Program[] = [claudeCode, codex, geminiCli, opencode, qwenCode, aider, ...libraries]
