/** The documented stand-in for a signature that was lost. https://ai.google.dev/gemini-api/docs/thought-signatures */
export const lostSignature = 'skip_thought_signature_validator'
