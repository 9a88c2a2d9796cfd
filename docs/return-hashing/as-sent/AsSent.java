import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class AsSent {
    public static void main(String[] args) throws Exception {
        var parameters = new TreeMap<String, String>();
        for (int at = 1; at < args.length; at += 2) parameters.put(URLEncoder.encode(args[at], StandardCharsets.UTF_8), URLEncoder.encode(args[at + 1], StandardCharsets.UTF_8));
        var text = parameters.entrySet().stream().map(pair -> pair.getKey() + "=" + pair.getValue()).collect(Collectors.joining("&"));
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(args[0].getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        System.out.println(text + "&hash=" + HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8))));
    }
}
