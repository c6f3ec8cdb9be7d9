import { ccSwitch } from './cc-switch.ts'
import { cherryStudio } from './cherry-studio.ts'
import { claudeCode } from './claude-code.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { curl } from './curl.ts'
import { cursor } from './cursor.ts'
import { geminiCli } from './gemini-cli.ts'
import { lobechat } from './lobechat.ts'
import { openWebui } from './open-webui.ts'
import { opencode } from './opencode.ts'
import { python } from './python.ts'
import { qwenCode } from './qwen-code.ts'
import type { ClientRecipe } from './recipe.ts'
import { typescript } from './typescript.ts'

/** The programs that are offered, in the order of the console. One more is one file, and one line here. */
export const clientRecipes: readonly ClientRecipe[] = [
  claudeCode,
  codex,
  geminiCli,
  opencode,
  qwenCode,
  cursor,
  cline,
  cherryStudio,
  lobechat,
  openWebui,
  ccSwitch,
  curl,
  python,
  typescript,
]
