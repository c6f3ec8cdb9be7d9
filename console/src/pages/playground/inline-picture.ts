/** A picture that is part of the text itself, in a format that runs nothing. */
export const inlinePicture = /^data:image\/(png|jpeg|gif|webp);base64,/i
