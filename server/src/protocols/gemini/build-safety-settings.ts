/** Threshold by category, `default` for the others; option `gemini.safety_settings`. */
export type GeminiSafety = Readonly<Record<string, string>>

export interface SafetySetting {
  category: string
  threshold: string
}

const categories = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
]
const civicIntegrity = 'HARM_CATEGORY_CIVIC_INTEGRITY'

/** `safetySettings` of a request: every category with a threshold. Models from 3 on refuse civic integrity. */
export function buildGeminiSafetySettings(
  safety: GeminiSafety,
  rules: { hasCivicIntegrity: boolean },
): SafetySetting[] {
  const known = rules.hasCivicIntegrity ? [...categories, civicIntegrity] : categories
  return known.flatMap((category) => {
    const threshold = safety[category] || safety.default
    return threshold ? [{ category, threshold }] : []
  })
}
