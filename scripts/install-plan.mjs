// Decides what to install, from the lock file and npm's own copy of it in node_modules.

const runOnly = '--omit=dev'

/**
 * The arguments for npm; null if nothing is missing. `run` never removes packages of `develop`. Packages that only
 * `develop` lacks are added without changing those that a running server may be reading.
 */
export function planInstall({ wanted, present, level }) {
  if (!wanted || !present) return level === 'run' ? ['ci', runOnly] : ['ci']
  const missing = Object.entries(wanted).filter((entry) => isMissing(entry, present))
  const isForRunning = missing.some(([, entry]) => !isForDevelopment(entry))
  if (isForRunning) return level === 'run' && !hasDevelopment(present) ? ['ci', runOnly] : ['ci']
  return level === 'run' || missing.length === 0 ? null : ['install', '--no-save']
}

/** The paths of the packages that an installation with these arguments brings to every platform. */
export function listPlanned(wanted, plan) {
  const isWanted = ([path, info]) =>
    isPackage(path) && !info.link && !isOptional(info) && !(plan.includes(runOnly) && isForDevelopment(info))
  return Object.entries(wanted ?? {})
    .filter(isWanted)
    .map(([path]) => path)
}

const isPackage = (path) => path.startsWith('node_modules/') || path.includes('/node_modules/')

const isOptional = (info) => Boolean(info.optional || info.devOptional || info.peer)

function isMissing([path, info], present) {
  if (!isPackage(path)) return false
  const found = present[path]
  return found ? found.version !== info.version : !isOptional(info)
}

const isForDevelopment = ({ dev, devOptional }) => dev === true || devOptional === true

const hasDevelopment = (present) => Object.values(present).some(({ dev }) => dev === true)
