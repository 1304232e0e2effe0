export default () => "signature";
