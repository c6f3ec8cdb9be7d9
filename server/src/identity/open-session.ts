import { readSessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

/**
 * Opens a session for who has just proved to be `userId`, and ends the one the browser came with: an id that was
 * planted before is worth nothing after. Answers the value of the cookie.
 */
export async function openSession(
  sessions: Sessions,
  userId: number,
  { request, ip }: { request: Request; ip: string },
): Promise<string> {
  const former = readSessionCookie(request)
  const formerCaller = former === null ? null : await sessions.find(former)
  if (formerCaller?.sessionHash) await sessions.end(formerCaller.sessionHash)
  return await sessions.start({ userId, ip, userAgent: request.headers.get('user-agent') ?? '' })
}
