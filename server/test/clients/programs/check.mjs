// Shared by the scripts of libraries: the address of the gateway, and one line of output for each check.
export const gateway = process.env.GATEWAY
export const key = process.env.KEY
/** A model of each kind of upstream, and one that no channel lists. */
export const models = JSON.parse(process.env.MODELS)
export const unlisted = process.env.UNLISTED
export const picture = process.env.PICTURE

/** `upstream`: the kind that answers; absent for none or several. */
export async function check(name, run, upstream) {
  let complaint = null
  try {
    await run()
  } catch (error) {
    complaint = String(error?.stack ?? error)
  }
  process.stdout.write(`check: ${JSON.stringify({ name, upstream, complaint })}\n`)
}

/** Runs the check with each kind of upstream. */
export async function checkEach(name, run) {
  for (const [upstream, model] of Object.entries(models)) await check(name, () => run(model), upstream)
}
