import { readSessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

/**
 * Opens a session for `userId` after the proof, and ends the browser's former one, so that a session
 * id planted earlier is invalid. Returns the value of the cookie.
 */
export async function openSession(
  sessions: Sessions,
  userId: number,
  { request, ip, loginMethod }: { request: Request; ip: string; loginMethod: string },
): Promise<string> {
  const former = readSessionCookie(request)
  const formerCaller = former === null ? null : await sessions.find(former)
  if (formerCaller?.sessionHash) await sessions.end(formerCaller.sessionHash)
  const userAgent = request.headers.get('user-agent') ?? ''
  return await sessions.start({ userId, ip, userAgent, loginMethod })
}
