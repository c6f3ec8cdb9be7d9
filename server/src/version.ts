import packageFile from '../package.json'

export const version: string = packageFile.version
