/** A question to a library: `POST /api/library/ask`. Known from existing clients, as the documentation may be gone. */
export type QuestionBody = { model: string; query: string; libraryId: string; stream: boolean }
