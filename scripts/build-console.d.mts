/** Leaves a built console in console/dist that matches its sources. Ends the process when the build fails. */
export function buildConsole(bun: string): void
