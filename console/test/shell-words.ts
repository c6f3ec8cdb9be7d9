/** The words that a shell reads from the arguments of `command`, a call of curl, after the commands of `setup`. */
export async function readShellWords(command: string, setup = ':'): Promise<string[]> {
  const script = `${setup}; printf '%s\\0' ${command.replace(/^curl /, '')}`
  const output = await new Response(Bun.spawn(['sh', '-c', script]).stdout).text()
  return output.split('\0').slice(0, -1)
}
