import { readJson, type StorageKey, writeJson } from '../../lib/storage.ts'

const promptsMax = 50
const promptCharsMax = 20_000

const keyOf = (userId: number): StorageKey => `playground-prompts-${userId}`

const isPrompts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((prompt) => typeof prompt === 'string')

/** The system prompts that the account saved in this browser, newest first. */
export const readPrompts = (userId: number): readonly string[] => readJson(keyOf(userId), isPrompts) ?? []

/** Saves a prompt, or removes it if it is saved; returns the list. */
export function togglePrompt(userId: number, prompt: string): readonly string[] {
  const saved = readPrompts(userId)
  const others = saved.filter((one) => one !== prompt)
  const next = others.length < saved.length ? others : [prompt.slice(0, promptCharsMax), ...others].slice(0, promptsMax)
  writeJson(keyOf(userId), next)
  return next
}

/** What a prompt is called in the list: its first line. */
export const promptName = (prompt: string): string => (prompt.trim().split('\n')[0] ?? '').slice(0, 60)
