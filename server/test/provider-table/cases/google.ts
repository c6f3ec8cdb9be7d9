export { geminiApi as cases } from '../gemini-format.ts'
