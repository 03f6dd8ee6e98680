declare module "vader-sentiment" {
  const vader: {
    readonly SentimentIntensityAnalyzer: {
      polarity_scores(text: string): {
        readonly compound: number;
        readonly pos: number;
        readonly neu: number;
        readonly neg: number;
      };
    };
  };
  export default vader;
}
