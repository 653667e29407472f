/** Of what a model is asked: long conversations, images in base64, and the schemas of many tools. */
export const bodyLimits = { bodyLimit: 32 * 1024 * 1024, jsonMembers: 200_000 }
